import { Play } from "lucide-react";
import { ButtonLink } from "#ui/button-link.tsx";
import { Tooltip } from "#ui/tooltip.tsx";

type StudyLinkProps = { href: string; text: string; describedBy: string };

/** The study link of a row as an icon. */
export function StudyLink({ href, text, describedBy }: StudyLinkProps) {
  return (
    <Tooltip label={text}>
      <ButtonLink
        href={href}
        variant="ghost"
        aria-describedby={describedBy}
        icon={<Play aria-hidden />}
        className="size-11 px-0!"
      >
        <span className="sr-only">{text}</span>
      </ButtonLink>
    </Tooltip>
  );
}
