/** The texts about people, which come with what needs them. */

import { addTexts } from "../i18n/index.svelte";
import english from "../i18n/people.en.json";
import french from "../i18n/people.fr.json";

addTexts("en", english);
addTexts("fr", french);
