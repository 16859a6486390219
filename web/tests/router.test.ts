import { beforeEach, describe, expect, test, vi } from "vitest";
import { exhibitAt } from "../src/pages/lab/address.svelte";
import { router } from "../src/router.svelte";

beforeEach(() => {
  vi.stubGlobal("scrollTo", () => {});
  document.body.innerHTML = "";
  router.go("/");
});

/** A click as the router sees it; the browser's own part in it, to follow the link, is left out. */
function click(link: string, init: MouseEventInit = {}): boolean {
  document.body.innerHTML = link;
  const target = document.body.querySelector("a")?.firstElementChild ?? document.body;
  const event = new Event("click", { bubbles: true, cancelable: true });
  return target.dispatchEvent(Object.assign(event, { button: 0, ...init }));
}

describe("the router", () => {
  test("knows the path and the query of where it went", () => {
    router.go("/analysis?rules=gomoku&moves=h8,h9");
    expect([router.path, location.pathname]).toEqual(["/analysis", "/analysis"]);
    expect(router.query.get("moves")).toBe("h8,h9");
  });

  test("makes an entry of the history for another page, and none for a changed address", () => {
    const before = history.length;
    router.go("/lab");
    expect(history.length).toBe(before + 1);
    router.replace("/lab/bits?cell=d1");
    router.go("/lab/bits?cell=d1");
    expect(history.length).toBe(before + 1);
    expect(router.path).toBe("/lab/bits");
  });

  test("follows plain links, wherever in them the click is", () => {
    expect(click('<a href="/lab?x=1"><b>Lab</b></a>')).toBe(false);
    expect([router.path, router.query.get("x")]).toEqual(["/lab", "1"]);
  });

  test.each([
    ['<a href="/lab" target="_blank"><b>x</b></a>', {}],
    ['<a href="/lab" download><b>x</b></a>', {}],
    ['<a href="https://example.org/lab"><b>x</b></a>', {}],
    ['<a href="/lab"><b>x</b></a>', { ctrlKey: true }],
    ['<a href="/lab"><b>x</b></a>', { button: 1 }],
    ['<a href="#main"><b>x</b></a>', {}],
  ])("leaves to the browser what is the browser's: %s %o", (link, init) => {
    expect(click(link, init)).toBe(true);
    expect(router.path).toBe("/");
  });
});

test("an address of the Lab leads to its hall, to an exhibit, or nowhere", () => {
  expect(exhibitAt("/lab")).toBeNull();
  expect(exhibitAt("/lab/")).toBeNull();
  expect(exhibitAt("/lab/bits")).toBe("bits");
  expect(exhibitAt("/lab/search/")).toBe("search");
  expect(exhibitAt("/lab/nothing")).toBeUndefined();
  expect(exhibitAt("/lab/bits/more")).toBeUndefined();
});
