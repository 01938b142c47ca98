import type { Choice } from "#features/study/study.session.ts";

export type StudyAction = { type: "reveal" } | { type: "rate"; choice: Choice } | { type: "undo" } | { type: "edit" };

export const choiceKeys: Record<Choice, string> = { hard: "1", medium: "2", easy: "3", forgotten: "0" };

const actions = new Map<string, StudyAction>([
  [" ", { type: "reveal" }],
  ["enter", { type: "reveal" }],
  ["u", { type: "undo" }],
  ["e", { type: "edit" }],
  ["n", { type: "rate", choice: "forgotten" }],
  ...Object.entries(choiceKeys).map(([choice, key]): [string, StudyAction] => [
    key,
    { type: "rate", choice: choice as Choice },
  ]),
]);

const TEXT_ENTRY = "input, textarea, select, [contenteditable=''], [contenteditable=true]";
const PRESSED_BY_KEY = "button, a[href], summary, [role=button], [role=link]";
const DIALOG = "[role=dialog], [role=alertdialog]";

/** What a key means while studying; undefined when it is meant for something else on the page, or for the browser. */
export function studyActionOf(event: KeyboardEvent): StudyAction | undefined {
  if (event.defaultPrevented || event.repeat || event.isComposing || event.altKey || event.shiftKey) return undefined;
  const { target } = event;
  const element = target instanceof Element ? target : document.body;
  if (element.closest(TEXT_ENTRY) || document.querySelector(DIALOG)) return undefined;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) return key === "z" ? { type: "undo" } : undefined;
  const action = actions.get(key);
  // A focused button is pressed by these two keys already.
  if (action?.type === "reveal" && element.closest(PRESSED_BY_KEY)) return undefined;
  return action;
}
