import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  { ignores: ["dist"] },
  js.configs.recommended,
  ts.configs.strict,
  ts.configs.stylistic,
  svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-duplicate-imports": "error",
      "object-shorthand": "error",
      "sort-imports": ["error", { ignoreDeclarationSort: true, ignoreCase: true }],
      "@typescript-eslint/consistent-type-definitions": ["error", "type"],
      // What may fail without anybody being told is caught by an empty function.
      "@typescript-eslint/no-empty-function": ["error", { allow: ["arrowFunctions"] }],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_" },
      ],
    },
  },
  {
    // Components are left to svelte-check, which knows the types of their markup.
    files: ["src/**/*.ts", "tests/**/*.ts"],
    extends: [ts.configs.strictTypeCheckedOnly, ts.configs.stylisticTypeCheckedOnly],
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: [".svelte"] } },
    rules: {
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/prefer-nullish-coalescing": ["error", { ignorePrimitives: true }],
    },
  },
  {
    files: ["**/*.svelte"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      // `let { … } = $props()`: what a component is given may change.
      "prefer-const": "off",
      "svelte/prefer-const": ["error", { destructuring: "all" }],
      // svelte-check fails on a warning, and so needs each of them.
      "svelte/no-unused-svelte-ignore": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      // `void x` in an effect: it follows x. Sets and maps are plain where nothing follows them.
      "@typescript-eslint/no-meaningless-void-operator": "off",
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
);
