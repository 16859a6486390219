/** The messages between the page and the server: every type of them is in this folder. */

import type { GameEvents, GameRequests } from "./game";
import type { LabEvents, LabRequests } from "./lab";

export * from "./game";
export * from "./lab";

export type Requests = GameRequests & LabRequests;
export type Events = GameEvents & LabEvents;
