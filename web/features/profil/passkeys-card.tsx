import { Trash2 } from "lucide-react";
import { Suspense, useState } from "react";
import type { Facteurs, Passkey } from "#domain/profils/facteur.ts";
import { confirm } from "#web/components/confirm.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Pencil } from "#web/components/ui/row-icons.tsx";
import { removePasskey, renamePasskey } from "#web/entities/profils/facteurs.ts";
import {
  addPasskey,
  askPasskey,
  passkeyObstacle,
} from "#web/entities/profils/facteurs-passkeys.ts";
import { formatCount, formatInstant } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { FactorCard } from "./factor-card.tsx";

const NameDialog = lazyNamed(() => import("./name-dialog.tsx"), "NameDialog");

interface PasskeysCardProps {
  facteurs: Facteurs;
  onAdded(codes: string[] | null): void;
}

export function PasskeysCard({ facteurs: { passkeys }, onAdded }: PasskeysCardProps) {
  const [named, setNamed] = useState<"new" | Passkey | null>(null);
  const obstacle = passkeyObstacle();
  // The password is asked before the name of the passkey: a user who cannot give it types no name in vain.
  const ask = useWrite(askPasskey, []);
  const add = useWrite(addPasskey, ["facteurs"]);
  const rename = useWrite(
    ({ id, nom }: Pick<Passkey, "id" | "nom">) => renamePasskey(id, nom),
    ["facteurs"],
  );
  const remove = useWrite(removePasskey, ["facteurs"]);

  async function askRemoval({ id, nom }: Passkey) {
    const question = {
      title: "Retirer la clé d’accès ?",
      subject: nom,
      text: "Elle n’ouvrira plus votre compte. Retirez-la aussi de l’appareil qui la garde.",
      action: "Retirer",
      danger: true,
    };
    if (!(await confirm(question))) return;
    remove.mutate(id, { onSuccess: () => notify("La clé d’accès est retirée.") });
  }

  function submit(nom: string) {
    if (named === "new") {
      add.mutate(nom, {
        onSuccess: ({ secours }) => {
          setNamed(null);
          notify("La clé d’accès est ajoutée.");
          onAdded(secours);
        },
      });
    } else if (named) {
      rename.mutate({ id: named.id, nom }, { onSuccess: () => setNamed(null) });
    }
  }

  return (
    <FactorCard
      title="Clés d’accès"
      badge={
        passkeys.length > 0 && <Badge tone="green">{formatCount(passkeys.length, "clé")}</Badge>
      }
      text="L’empreinte, le visage ou le code d’un appareil, ou une clé de sécurité, vous connectent, avec ou sans mot de passe."
      actions={
        obstacle ? (
          <p className="text-sm text-orange">{obstacle}</p>
        ) : (
          <Button
            variant={passkeys.length > 0 ? "secondary" : "primary"}
            pending={ask.isPending}
            onClick={() => ask.mutate(undefined, { onSuccess: () => setNamed("new") })}
          >
            Ajouter une clé d’accès
          </Button>
        )
      }
    >
      {passkeys.length > 0 && (
        <ul aria-label="Clés d’accès" className="mt-3 divide-y border-y">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex items-center gap-2 py-2">
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{passkey.nom}</span>
                <span className="block text-sm text-muted">
                  Ajoutée le {formatInstant(passkey.createdAt)}
                  {passkey.lastUsedAt && `, utilisée le ${formatInstant(passkey.lastUsedAt)}`}
                </span>
              </span>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Renommer ${passkey.nom}`}
                onClick={() => setNamed(passkey)}
              >
                <Pencil aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Retirer ${passkey.nom}`}
                onClick={() => askRemoval(passkey)}
              >
                <Trash2 aria-hidden />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {named && (
        <Suspense>
          <NameDialog
            label="Nom"
            placeholder="Ordinateur du bureau"
            most={60}
            title={named === "new" ? "Nouvelle clé d’accès" : "Renommer la clé d’accès"}
            text={
              named === "new"
                ? "Un nom pour la reconnaître. Votre navigateur demande ensuite où la garder."
                : undefined
            }
            initial={named === "new" ? "" : named.nom}
            action={named === "new" ? "Continuer" : "Enregistrer"}
            pending={add.isPending || rename.isPending}
            onSubmit={submit}
            onClose={() => setNamed(null)}
          />
        </Suspense>
      )}
    </FactorCard>
  );
}
