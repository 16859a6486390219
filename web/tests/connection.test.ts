/** Questions: asked until they are answered, refused for good, or not wanted any more. */

import type { Socket } from "socket.io-client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Connection, Newest, RequestError, UnwantedError } from "../src/connection.svelte";

type Answer = { ok: boolean; error?: string; text?: string; values?: Record<string, unknown> };

const listeners = new Map<string, (value?: unknown) => void>();
const socket = {
  active: true,
  /** What was asked, and how to answer it. */
  asked: [] as { answer: (value: unknown) => void; lose: () => void }[],
  on: (event: string, listener: (value?: unknown) => void) => listeners.set(event, listener),
  hear: (event: string, value?: unknown) => listeners.get(event)?.(value),
  timeout: () => ({
    emitWithAck: () =>
      new Promise((answer, reject) => {
        socket.asked.push({ answer, lose: () => reject(new Error("timeout")) });
      }),
  }),
};

const connection = new Connection(socket as unknown as Socket);

const refusal = (error: string, values: Record<string, unknown> = {}): Answer => ({
  ok: false,
  error,
  text: "",
  values,
});
const ANSWER = { ok: true, room: "abc" };

async function answer(value: Answer): Promise<void> {
  socket.asked.at(-1)?.answer(value);
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  socket.asked.length = 0;
  socket.hear("connect");
});
afterEach(() => {
  expect(connection.held).toBe(0);
  vi.useRealTimers();
});

describe("a question", () => {
  test.each([
    ["replaced", {}, 5],
    ["busy", {}, 5],
    ["busy", { seconds: 7 }, 7],
    ["too_many", { seconds: 3 }, 3],
    ["failed", { seconds: 5 }, 5],
  ])("refused for now as %s is asked again", async (code, values, seconds) => {
    const asked = connection.ask("reach", {});
    for (let count = 1; count <= 3; count++) {
      expect(socket.asked.length).toBe(count);
      await answer(refusal(code, values));
      expect(socket.asked.length).toBe(count);
      expect(connection.held).toBe(1);
      await vi.advanceTimersByTimeAsync(1000 * seconds);
    }
    await answer(ANSWER);
    expect(await asked).toBe(ANSWER);
    expect(socket.asked.length).toBe(4);
  });

  test("that is not answered is asked again", async () => {
    const asked = connection.ask("reach", {});
    socket.asked[0]?.lose();
    await vi.advanceTimersByTimeAsync(5000);
    expect(socket.asked.length).toBe(2);
    await answer(ANSWER);
    expect(await asked).toBe(ANSWER);
  });

  test("waits for the connection", async () => {
    const asked = connection.ask("reach", {});
    socket.hear("disconnect", "transport close");
    socket.asked[0]?.lose();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socket.asked.length).toBe(1);
    socket.hear("connect");
    await vi.advanceTimersByTimeAsync(0);
    expect(socket.asked.length).toBe(2);
    await answer(ANSWER);
    expect(await asked).toBe(ANSWER);
  });

  test.each(["rules", "too_many", "failed"])("refused for good as %s ends", async (code) => {
    const failed = connection.ask("reach", {}).catch((error: unknown) => error);
    await answer(refusal(code));
    const error = await failed;
    expect(error).toBeInstanceOf(RequestError);
    expect((error as RequestError).code).toBe(code);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(socket.asked.length).toBe(1);
  });

  test.each([0, 1])("that is not wanted any more ends at once", async (refusals) => {
    const newest = new Newest();
    const ended = connection.ask("reach", {}, newest.next()).catch((error: unknown) => error);
    if (refusals) await answer(refusal("busy", { seconds: 60 }));
    const other = connection.ask("reach", {}, newest.next());
    expect(await ended).toBeInstanceOf(UnwantedError);
    await answer(ANSWER);
    expect(await other).toBe(ANSWER);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(socket.asked.length).toBe(2);
  });

  test("that nobody wants is not asked", async () => {
    const newest = new Newest();
    const wanted = newest.next();
    newest.end();
    await expect(connection.ask("reach", {}, wanted)).rejects.toBeInstanceOf(UnwantedError);
    expect(socket.asked.length).toBe(0);
  });
});

test("what is done is asked for once", async () => {
  const failed = connection.request("reach", {}).catch((error: unknown) => error);
  await answer(refusal("busy", { seconds: 1 }));
  expect(await failed).toBeInstanceOf(RequestError);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(socket.asked.length).toBe(1);
});
