import { CircleAlert } from "lucide-react";

type FormErrorProps = {
  id?: string | undefined;
  message: string | undefined;
};

export function FormError({ id, message }: FormErrorProps) {
  if (!message) return null;
  return (
    <p id={id} role="alert" className="flex items-start gap-1.5 text-danger text-sm">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{message}</span>
    </p>
  );
}
