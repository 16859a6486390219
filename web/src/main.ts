import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { loadTexts } from "./i18n/index.svelte";
import { settings } from "./settings.svelte";
import { followVersion } from "./version.svelte";

const target = document.getElementById("app");
// Nobody sees the page in another language first.
void loadTexts(settings.language).then(() => {
  if (target) mount(App, { target });
  followVersion();
});
