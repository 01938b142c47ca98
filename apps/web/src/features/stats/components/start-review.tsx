import { Play } from "lucide-react";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";

/** The day's one primary button. */
export function StartReview() {
  return (
    <ButtonLink href={paths.study()} size="lg" icon={<Play aria-hidden />} className="w-full">
      Comenzar revisión
    </ButtonLink>
  );
}
