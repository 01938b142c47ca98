import { BookOpen, Eye, EyeOff } from "lucide-react";
import type { ReadingView } from "#features/cards/use-reading-view.ts";
import { Button } from "#ui/button.tsx";

type ReadingSwitchesProps = { view: ReadingView; onView: (view: ReadingView) => void };

const pressedLook = "aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand-ink";

export function ReadingSwitches({ view, onView }: ReadingSwitchesProps) {
  const reading = view !== "list";
  const covered = view === "covered";
  return (
    <>
      <Button
        variant="outline"
        icon={<BookOpen />}
        aria-pressed={reading}
        onClick={() => onView(reading ? "list" : "reading")}
        className={pressedLook}
      >
        Leer
      </Button>
      {reading && (
        <Button
          variant="outline"
          icon={covered ? <Eye /> : <EyeOff />}
          onClick={() => onView(covered ? "reading" : "covered")}
          className="max-md:w-full"
        >
          {covered ? "Mostrar las respuestas" : "Ocultar las respuestas"}
        </Button>
      )}
    </>
  );
}
