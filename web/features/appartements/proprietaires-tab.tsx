import { ContactRound, Scale, Star } from "lucide-react";
import { Suspense, useState } from "react";
import type { AppartementDetail } from "#domain/biens/appartement-fiche.ts";
import type { ClientRow } from "#domain/personnes/client-fiche.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import { DROITS, type Droit, LIBELLES_DROITS } from "#domain/personnes/propriete.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { RelatedList } from "#web/components/record/related-list.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import {
  addProprietaire,
  appartements,
  removeProprietaire,
  setDroit,
  TOUCHED_BY_PROPRIETAIRES,
} from "#web/entities/biens/appartements.ts";
import { useKept } from "#web/entities/biens/retenues.ts";
import { clients } from "#web/entities/personnes/clients.ts";
import { clientChoice } from "#web/entities/personnes/clients-columns.tsx";
import { formatPhone } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";

const UsufructDialog = lazyNamed(() => import("./usufruct-dialog.tsx"), "UsufructDialog");

type Proprietaire = AppartementDetail["proprietaires"][number];

const isWhole = (droit: Droit) => droit === "pleine_propriete";

const NOTE: Record<Droit, string> = {
  pleine_propriete: "Noter la pleine propriété",
  usufruit: "Noter l’usufruit",
  nue_propriete: "Noter la nue-propriété",
};

const told = () => notify("Vos modifications ont été prises en compte.");

interface ProprietairesTabProps {
  appartement: AppartementDetail;
}

/** The owners of the apartment; the user chooses which of them receives the mails. */
export function ProprietairesTab({ appartement }: ProprietairesTabProps) {
  const { id, defaultContact, proprietaires } = appartement;
  const mayModify = usePeut("modifier");
  const [ending, setEnding] = useState<Proprietaire | null>(null);
  const kept = useKept({ AppartementId: id }, "ClientId");
  const add = useWrite(
    (client: { id: number }) => addProprietaire(id, client.id),
    TOUCHED_BY_PROPRIETAIRES,
  );
  const remove = useWrite(
    (owner: Proprietaire) => removeProprietaire(id, owner.id),
    TOUCHED_BY_PROPRIETAIRES,
  );
  const choose = useWrite(
    (owner: Proprietaire) => appartements.modify(id, { defaultContact: owner.id }),
    TOUCHED_BY_PROPRIETAIRES,
  );

  const say = useWrite(
    ({ owner, droit }: { owner: Proprietaire; droit: Droit }) => setDroit(id, owner.id, droit),
    TOUCHED_BY_PROPRIETAIRES,
  );
  const shared = proprietaires.length > 1 || proprietaires.some(({ droit }) => !isWhole(droit));

  const columns: readonly Column<Proprietaire>[] = [
    {
      id: "nom",
      header: "Nom",
      cell: (owner) => (
        <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-medium">{nomComplet(owner)}</span>
          {owner.id === defaultContact && (
            <Badge tone="blue" icon={Star}>
              Contact
            </Badge>
          )}
          {!isWhole(owner.droit) && <Badge tone="grey">{LIBELLES_DROITS[owner.droit]}</Badge>}
        </span>
      ),
    },
    {
      id: "tel",
      header: "Téléphone",
      card: "line",
      cell: (owner) => owner.tel && formatPhone(owner.tel),
    },
    { id: "mail", header: "E-mail", card: "line", from: "md", cell: (owner) => owner.mail },
  ];

  const list = (
    <RelatedList<Proprietaire, ClientRow>
      title="Propriétaires"
      noun={["propriétaire", "propriétaires"]}
      rows={proprietaires}
      csv={() => clients.downloadCsv({ AppartementId: id })}
      columns={columns}
      name={nomComplet}
      href={(owner) => `/client/${owner.id}`}
      actions={(owner) =>
        mayModify
          ? [
              ...(owner.id === defaultContact
                ? []
                : [
                    {
                      label: "Choisir comme contact",
                      icon: Star,
                      quick: true,
                      onSelect: () => choose.mutate(owner, { onSuccess: told }),
                    },
                  ]),
              ...(owner.droit === "usufruit" &&
              proprietaires.some(({ droit }) => droit === "nue_propriete")
                ? [
                    {
                      label: "Noter la fin de l’usufruit",
                      icon: Scale,
                      onSelect: () => setEnding(owner),
                    },
                  ]
                : []),
              ...(shared ? DROITS.filter((droit) => droit !== owner.droit) : []).map((droit) => ({
                label: NOTE[droit],
                icon: Scale,
                onSelect: () => say.mutate({ owner, droit }, { onSuccess: told }),
              })),
            ]
          : []
      }
      add={{
        ...clientChoice,
        label: "Ajouter un propriétaire",
        title: "Choisir un propriétaire",
        name: nomComplet,
        onAdd: (client) =>
          add.mutate(client, { onSuccess: () => notify("Le propriétaire a été ajouté.") }),
      }}
      create={{ href: `/client/new?relatedAppartement=${id}`, label: "Nouveau propriétaire" }}
      remove={{
        label: "Retirer",
        kept,
        onRemove: (owner) =>
          remove.mutate(owner, { onSuccess: () => notify("Le propriétaire a été retiré.") }),
      }}
      empty={{
        icon: ContactRound,
        title: "Aucun propriétaire pour l’instant",
        text: "Ajoutez le client à qui appartient ce bien : ses quittances et son mandat en dépendent.",
      }}
    />
  );
  return (
    <>
      {list}
      <Suspense>
        {ending && (
          <UsufructDialog appartementId={id} owner={ending} onClose={() => setEnding(null)} />
        )}
      </Suspense>
    </>
  );
}
