import { Play } from "lucide-react";
import { ButtonLink } from "#ui/button-link.tsx";
import { Tooltip } from "#ui/tooltip.tsx";

type StudyLinkProps = {
  href: string;
  text: string;
  describedBy: string;
  /** Whether something is pending; otherwise it is there, and recedes. */
  urgent?: boolean;
};

/** The small way to study that a row has: its icon, and its text where there is room. */
export function StudyLink({ href, text, describedBy, urgent = true }: StudyLinkProps) {
  return (
    <Tooltip label={text}>
      <ButtonLink
        href={href}
        variant="ghost"
        aria-describedby={describedBy}
        icon={<Play aria-hidden className={urgent ? "fill-current" : undefined} />}
        className="size-11 px-0!"
      >
        <span className="sr-only">{text}</span>
      </ButtonLink>
    </Tooltip>
  );
}
