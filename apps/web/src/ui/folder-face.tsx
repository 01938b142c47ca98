import { cx } from "#ui/cx.ts";

const sizes = {
  sm: "size-6 rounded-chip text-sm",
  md: "size-10 rounded-control text-xl",
  lg: "size-12 rounded-control text-2xl",
};

type FolderFaceProps = {
  face: { color: string; icon: string };
  size?: keyof typeof sizes;
  className?: string | undefined;
};

/** The colour and the icon of a folder. Decorative, because the folder's name is always beside it. */
export function FolderFace({ face: { color, icon }, size = "md", className }: FolderFaceProps) {
  return (
    <span aria-hidden data-face={color} className={cx("folder-face", sizes[size], className)}>
      {icon}
    </span>
  );
}
