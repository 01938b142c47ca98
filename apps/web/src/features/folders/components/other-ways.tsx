import { ClipboardCheck, Keyboard, LayoutGrid, ListChecks, Shapes } from "lucide-react";
import { useLocation } from "wouter";
import { paths, WAY, ways, withQuery } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { Menu } from "#ui/menu.tsx";

/** The other ways of being asked, beside the button that studies the folder in its own way. */
export function OtherWays({ folderId, onQuiz }: { folderId: number; onQuiz: () => void }) {
  const [, navigate] = useLocation();
  const begin = (way: string) => navigate(withQuery(paths.study(folderId), { [WAY]: way }));
  const items = [
    { label: "Escribir", icon: <Keyboard />, onSelect: () => begin(ways.type) },
    { label: "Elegir", icon: <ListChecks />, onSelect: () => begin(ways.choose) },
    { label: "Parejas", icon: <LayoutGrid />, onSelect: () => begin(ways.pairs) },
    { label: "Hacer un test", icon: <ClipboardCheck />, onSelect: onQuiz },
  ];
  return (
    <Menu
      items={items}
      button={(props) => (
        <Button {...props} variant="outline" icon={<Shapes />} className="max-md:w-11 max-md:rounded-full max-md:px-0">
          <span className="max-md:sr-only">Más formas</span>
        </Button>
      )}
    />
  );
}
