/** The texts of the Lab, for whoever shows an exhibit. */

import { addTexts } from "../../i18n/index.svelte";
import english from "../../i18n/lab.en.json";
import french from "../../i18n/lab.fr.json";

addTexts("en", english);
addTexts("fr", french);
