import { focusPageTitle } from "#lib/page-title.ts";
import { Button } from "#ui/button.tsx";

type NoticeButtonProps<Input> = {
  change: { isPending: boolean; mutate: (input: Input, options: { onSuccess: () => void }) => void };
  input: Input;
  children: string;
};

/** The button of a notice that disappears when the change succeeds. The page's title then gets the focus. */
export function NoticeButton<Input>({ change, input, children }: NoticeButtonProps<Input>) {
  return (
    <Button
      variant="outline"
      size="sm"
      loading={change.isPending}
      onClick={() => change.mutate(input, { onSuccess: focusPageTitle })}
    >
      {children}
    </Button>
  );
}
