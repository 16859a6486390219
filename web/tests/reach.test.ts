import { describe, expect, it } from "vitest";
import { originsForOthers } from "../src/reach";

const at = (address: string) => new URL(address);
const closed = { public: null, network: null };
const open = { public: null, network: ["http://192.168.1.7:8000", "http://[fd00::7]:8000"] };

describe("an address that others can open", () => {
  it("is the public one, where there is one", () => {
    const reach = { public: "https://games.example", network: open.network };
    for (const page of ["http://localhost:8000", "http://192.168.1.7:8000", "http://games"])
      expect(originsForOthers(at(page), reach)).toEqual(["https://games.example"]);
  });

  it("is the one that the page was opened by, where that means a machine for all", () => {
    for (const page of [
      "http://192.168.1.9:8000",
      "https://games.example",
      "http://[fd00::9]:8000",
      "http://localhost.example",
      "http://127.example:8000",
    ])
      for (const reach of [closed, open])
        expect(originsForOthers(at(page), reach)).toEqual([at(page).origin]);
  });

  it("is that of the machine in its network, where the page knows only itself", () => {
    for (const page of [
      "http://localhost:8000",
      "http://127.0.0.1:8000",
      "http://127.0.1.1",
      "http://[::1]:8000",
      "http://0.0.0.0:8000",
      "http://games.localhost:8000",
    ]) {
      expect(originsForOthers(at(page), open)).toEqual(open.network);
      expect(originsForOthers(at(page), closed)).toEqual([]);
    }
  });
});
