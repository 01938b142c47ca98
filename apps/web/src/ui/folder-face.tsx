import { cx } from "#ui/cx.ts";

/** In pixels, so that the icon stays inside its square when the text grows. */
const sizes = {
  sm: "size-6 rounded-chip text-[14px]",
  md: "size-10 rounded-control text-[22px]",
  lg: "size-12 rounded-control text-[28px]",
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
