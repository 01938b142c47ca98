// Draws the cards of a link's page, apart from the server's thread: KaTeX and a Markdown parser need milliseconds for each text.
import { answerTasks } from "#platform/concurrency/thread-tasks.ts";
import type { DrawingTask } from "./sharing.drawing.ts";

type Drawing = { drawSharedCards: (task: Omit<DrawingTask, "drawing">) => string };

answerTasks(async ({ drawing, ...task }: DrawingTask) => {
  const { drawSharedCards } = (await import(drawing)) as Drawing;
  return drawSharedCards(task);
});
