import { UNKNOWN } from "#features/quizzes/quizzes.wording.ts";
import { Button } from "#ui/button.tsx";

/** Answers a question that is typed or chosen with `No lo sé`. */
export function UnknownButton({ chosen, onPress }: { chosen: boolean; onPress: () => void }) {
  return (
    <Button variant="ghost" size="sm" className="justify-self-start" aria-pressed={chosen} onClick={onPress}>
      {UNKNOWN}
    </Button>
  );
}
