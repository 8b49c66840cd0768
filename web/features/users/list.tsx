import { History, KeyRound, ShieldOff, UserRound } from "lucide-react";
import { Suspense, useState } from "react";
import { LIBELLES_ROLE } from "#domain/profils/droits.ts";
import type { UserRow } from "#domain/profils/user.ts";
import { confirm } from "#web/components/confirm.tsx";
import { RecordList } from "#web/components/list/record-list.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Pencil } from "#web/components/ui/row-icons.tsx";
import { type Opened, resetFacteurs, resetPassword, users } from "#web/entities/profils/users.ts";
import { serverNow } from "#web/lib/clock.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { NewUserDialog, UserDialog } from "./user-dialog.tsx";

const PasswordDialog = lazyNamed(() => import("./password-dialog.tsx"), "PasswordDialog");
const UserHistory = lazyNamed(() => import("./history.tsx"), "UserHistory");

const COLUMNS: readonly Column<UserRow>[] = [
  {
    id: "email",
    header: "Utilisateur",
    sort: true,
    className: "py-2",
    cell: ({ nom, email }) => (
      <>
        <span className="block font-medium">{nom ?? email}</span>
        {nom && <span className="block text-sm text-muted">{email}</span>}
      </>
    ),
  },
  {
    id: "role",
    header: "Rôle",
    card: "line",
    sort: true,
    cell: (user) => LIBELLES_ROLE[user.role],
  },
  {
    id: "mustSetPassword",
    header: "Mot de passe",
    card: "fact",
    from: "md",
    cell: (user) =>
      user.mustSetPassword ? (
        <Temporary until={user.temporaryUntil} />
      ) : (
        <span className="text-muted">Choisi</span>
      ),
  },
  {
    id: "secondFacteur",
    header: "Second facteur",
    card: "fact",
    from: "md",
    cell: (user) =>
      user.secondFacteur ? (
        <Badge tone="green">Actif</Badge>
      ) : (
        <span className="text-muted">Aucun</span>
      ),
  },
];

/** The badge of a temporary password: to be changed, or expired by the server's clock. */
function Temporary({ until }: { until: string | null }) {
  const dead = until !== null && Date.parse(until) < serverNow();
  return (
    <Badge tone={dead ? "red" : "orange"} icon={KeyRound}>
      {dead ? "Provisoire, expiré" : "Provisoire, à changer"}
    </Badge>
  );
}

type Shown = { what: "new" } | { what: "edit" | "history"; user: UserRow };

/** The accounts of the agency, except the user's own. */
export function UserList() {
  const [shown, setShown] = useState<Shown | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const reset = useWrite((user: UserRow) => resetPassword(user.email), [users.name]);
  const resetFactors = useWrite((user: UserRow) => resetFacteurs(user.email), [users.name]);
  const close = () => setShown(null);

  async function askReset(user: UserRow) {
    const question = {
      title: "Réinitialiser le mot de passe ?",
      text: `${user.email} sera déconnecté et devra se connecter avec un mot de passe provisoire.`,
      action: "Réinitialiser",
      danger: true,
    };
    if (!(await confirm(question))) return;
    reset.mutate(user, {
      onSuccess: (result) => {
        setOpened(result);
        notify("Le mot de passe de l'utilisateur à bien été réinitilisé.");
      },
    });
  }

  async function askFactors(user: UserRow) {
    const question = {
      title: "Réinitialiser le second facteur ?",
      subject: user.email,
      text: "Son application, ses clés d’accès et ses codes de secours ne vaudront plus rien : son mot de passe suffira. Vérifiez d’abord, de vive voix, que c’est bien cette personne qui le demande.",
      action: "Réinitialiser",
      danger: true,
    };
    if (!(await confirm(question))) return;
    resetFactors.mutate(user, {
      onSuccess: () => notify("Le second facteur a été réinitialisé."),
    });
  }

  return (
    <>
      <RecordList
        resource={users}
        columns={COLUMNS}
        fixed={{ administrateurs: "true" }}
        noun={["utilisateur", "utilisateurs"]}
        name={(user) => user.nom ?? user.email}
        onOpen={(user) => setShown({ what: "edit", user })}
        search="Nom, adresse e-mail"
        sort="email"
        actions={(user) => [
          {
            label: "Modifier",
            icon: Pencil,
            quick: true,
            onSelect: () => setShown({ what: "edit", user }),
          },
          {
            label: "Réinitialiser le mot de passe",
            icon: KeyRound,
            quick: true,
            onSelect: () => askReset(user),
          },
          ...(user.secondFacteur
            ? [
                {
                  label: "Réinitialiser le second facteur",
                  icon: ShieldOff,
                  onSelect: () => askFactors(user),
                },
              ]
            : []),
          {
            label: "Historique",
            icon: History,
            onSelect: () => setShown({ what: "history", user }),
          },
        ]}
        create={{ label: "Nouvel utilisateur", onSelect: () => setShown({ what: "new" }) }}
        empty={{
          icon: UserRound,
          title: "Aucun utilisateur pour l’instant",
          text: "Les collaborateurs de l’agence apparaissent ici, avec ce que leur rôle leur permet.",
        }}
      />
      {shown?.what === "new" && (
        <NewUserDialog
          onOpened={(result) => {
            close();
            setOpened(result);
          }}
          onClose={close}
        />
      )}
      {shown?.what === "edit" && <UserDialog user={shown.user} onClose={close} />}
      <Suspense>
        {shown?.what === "history" && <UserHistory user={shown.user} onClose={close} />}
        {opened && <PasswordDialog opened={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </>
  );
}
