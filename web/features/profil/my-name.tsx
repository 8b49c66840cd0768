import { Suspense, useState } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { Pencil } from "#web/components/ui/row-icons.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { renameMyself, useSession } from "#web/lib/server/session.ts";

const NameDialog = lazyNamed(() => import("./name-dialog.tsx"), "NameDialog");

/** The user's own name, which colleagues read in the history. */
export function MyName() {
  const { user } = useSession();
  const [open, setOpen] = useState(false);
  const rename = useWrite(renameMyself, ["User", "History"]);
  if (!user) return null;
  const action = user.nom ? "Changer mon nom" : "Indiquer mon nom";
  return (
    <div className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
      <p>
        {user.nom && <span className="font-medium">{user.nom} · </span>}
        <span className="text-muted">{user.email}</span>
      </p>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        <Pencil aria-hidden />
        {action}
      </Button>
      <Suspense>
        {open && (
          <NameDialog
            title={action}
            text="Vos collègues le lisent dans l’historique, à la place de votre adresse."
            label="Prénom et nom"
            placeholder="Camille Roussel"
            most={100}
            initial={user.nom ?? ""}
            action="Enregistrer"
            pending={rename.isPending}
            onSubmit={(nom) =>
              rename.mutate(nom, {
                onSuccess: () => {
                  setOpen(false);
                  notify("Vos modifications ont été prises en compte.");
                },
              })
            }
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </div>
  );
}
