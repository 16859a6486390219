/** What pointers, fingers and the wheel mean: a tap, a drag, or a zoom around a place. */

type Point = { x: number; y: number };

/** Less than this is the trembling of a hand. */
const TAP_TRAVEL = 5;

export type Gestures = {
  ontouch: () => void;
  ontap: (at: Point) => void;
  ondrag: (across: number, down: number) => void;
  onzoom: (factor: number, around: Point) => void;
};

/** Listens on an element; the answer ends it. `wheels` says whether the wheel is meant for it. */
export function listen(
  element: HTMLElement,
  wheels: (event: WheelEvent) => boolean,
  { ontouch, ontap, ondrag, onzoom }: Gestures,
): () => void {
  const pointers = new Map<number, Point>();
  let travelled = 0;

  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    ontouch();
    pointers.set(event.pointerId, placeIn(element, event));
    if (pointers.size === 1) travelled = 0;
    element.setPointerCapture(event.pointerId);
  }

  function move(event: PointerEvent): void {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = placeIn(element, event);
    const [across, along] = [now.x - before.x, now.y - before.y];
    travelled += Math.abs(across) + Math.abs(along);
    pointers.set(event.pointerId, now);
    if (pointers.size === 1) {
      if (travelled >= TAP_TRAVEL) ondrag(across, along);
      return;
    }
    const other = [...pointers].find(([each]) => each !== event.pointerId)?.[1];
    if (!other) return;
    const apart = (point: Point) => Math.max(20, Math.hypot(point.x - other.x, point.y - other.y));
    const around = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    onzoom(apart(now) / apart(before), around);
  }

  function up(event: PointerEvent): void {
    const isTap = pointers.size === 1 && travelled < TAP_TRAVEL && event.type === "pointerup";
    if (pointers.delete(event.pointerId) && isTap) ontap(placeIn(element, event));
  }

  function wheel(event: WheelEvent): void {
    const isAcross = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!isAcross && !wheels(event)) return;
    event.preventDefault();
    const by = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (isAcross) ondrag(-by, 0);
    else onzoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0022)), placeIn(element, event));
  }

  const ends = new AbortController();
  const { signal } = ends;
  element.addEventListener("pointerdown", down, { signal });
  element.addEventListener("pointermove", move, { signal });
  element.addEventListener("pointerup", up, { signal });
  element.addEventListener("pointercancel", up, { signal });
  // A passive listener could not keep the page from scrolling.
  element.addEventListener("wheel", wheel, { signal, passive: false });
  return () => ends.abort();
}

/** Where an event is, from the upper left corner of an element. */
export function placeIn(element: Element, event: { clientX: number; clientY: number }): Point {
  const bounds = element.getBoundingClientRect();
  return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
}
