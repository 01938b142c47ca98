import { Eye, EyeOff } from "lucide-react";
import type { ReadingView } from "#features/cards/list/use-reading-view.ts";
import { Button } from "#ui/button.tsx";

type ReadingSwitchesProps = { view: ReadingView; onView: (view: ReadingView) => void };

/** Covers the answers of a list for reading, and ends the reading. */
export function ReadingSwitches({ view, onView }: ReadingSwitchesProps) {
  const covered = view === "covered";
  return (
    <>
      <Button
        variant="outline"
        icon={covered ? <Eye /> : <EyeOff />}
        onClick={() => onView(covered ? "reading" : "covered")}
        className="max-md:order-last max-md:w-full"
      >
        {covered ? "Mostrar las respuestas" : "Ocultar las respuestas"}
      </Button>
      <Button variant="ghost" onClick={() => onView("list")}>
        Listo
      </Button>
    </>
  );
}
