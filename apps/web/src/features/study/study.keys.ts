import {
  type ActiveSession,
  type Choice,
  choices,
  getCurrentCard,
  isFirstSight,
  listChoices,
} from "#features/study/study.state.ts";

export type StudyAction =
  | { type: "reveal" }
  /** Reveals the answer, takes the preselected rating, or goes on. */
  | { type: "confirm" }
  /** Types from now on in this session, or turns over. */
  | { type: "switch" }
  | { type: "rate"; choice: Choice }
  | { type: "undo" }
  | { type: "edit" }
  | { type: "explain" }
  | { type: "leave" };

/**
 * The first key is printed on the button and corresponds to its position in the row: the four keys are neighbours under
 * the left hand.
 */
export const choiceKeys: Record<Choice, readonly [place: string, ...others: string[]]> = {
  easy: ["A", "3"],
  medium: ["S", "2"],
  hard: ["D", "1"],
  forgotten: ["F", "0", "N"],
};

const actions = new Map<string, StudyAction>([
  [" ", { type: "reveal" }],
  ["enter", { type: "confirm" }],
  ["t", { type: "switch" }],
  ["u", { type: "undo" }],
  ["e", { type: "edit" }],
  ["q", { type: "explain" }],
  ["escape", { type: "leave" }],
  ...choices.flatMap((choice) =>
    choiceKeys[choice].map((key): [string, StudyAction] => [key.toLowerCase(), { type: "rate", choice }]),
  ),
]);

/** The field of a typed answer accepts no text once it is checked. */
const TEXT_ENTRY = "input:not([aria-readonly=true]), textarea, select, [contenteditable=''], [contenteditable=true]";
const PRESSED_BY_KEY = "button, audio, a[href], summary, [role=button], [role=link]";
const DIALOG = "[role=dialog], [role=alertdialog]";

export function getStudyAction(event: KeyboardEvent): StudyAction | undefined {
  if (event.defaultPrevented || event.repeat || event.isComposing || event.altKey || event.shiftKey) return undefined;
  const { target } = event;
  const element = target instanceof Element ? target : document.body;
  if (element.closest(TEXT_ENTRY) || document.querySelector(DIALOG)) return undefined;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) return key === "z" ? { type: "undo" } : undefined;
  const action = actions.get(key);
  // Space and Enter press a focused button by themselves.
  const presses = action?.type === "reveal" || action?.type === "confirm";
  if (presses && element.closest(PRESSED_BY_KEY)) return undefined;
  return action;
}

/** @param isSwitchable Whether the student decides in this session if cards are typed. */
export function canAct(session: ActiveSession, action: StudyAction, isSwitchable: boolean): boolean {
  switch (action.type) {
    case "reveal":
      return session.phase === "question";
    case "confirm":
      return session.phase !== "done" && (session.phase !== "answer" || session.checked !== undefined);
    case "switch":
      return session.phase !== "done" && isSwitchable;
    case "explain":
      return session.phase === "answer" && !isFirstSight(session);
    case "rate":
      return session.phase === "answer" && listChoices(session).includes(action.choice);
    case "undo":
      return session.ratings.length > 0;
    case "edit":
      return getCurrentCard(session) !== undefined;
    case "leave":
      return true;
  }
}
