import { Link } from "wouter";
import { formatJour } from "#domain/dates.ts";
import type { SoldeArrete } from "#domain/gerance/departs/depart-fiche.ts";
import { aRendre } from "#domain/gerance/departs/etapes.ts";
import { estSolde } from "#domain/gerance/departs/etat-depart.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { useDocumentEvents } from "#web/documents/api.ts";
import { GeneratedDocument } from "#web/documents/generated-document.tsx";
import { giveAdvanceBack, noteDeparture, TOUCHED_BY_DEPARTS } from "#web/entities/biens/departs.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { AccountTable } from "./account-table.tsx";
import { Gestures } from "./step.tsx";
import type { StepContent } from "./step-content.ts";

const euros = (cents: number) => formatEuros(enEuros(cents));

/**
 * The frozen accounts with their papers, the sum to return, the advance, the part kept for charges, and the increase
 * for a late return.
 */
export function ReturnStep({ dossier, detail, mayModify, ask }: StepContent) {
  const mayFreeze = usePeut("supprimer");
  const living = detail.soldes.filter(({ annuleLe }) => annuleLe === null);
  const exit = living.find(({ genre }) => genre === "sortie");
  const charges = living.find(({ genre }) => genre === "charges");
  const dues = aRendre(living);
  const due = dues.find(({ virement }) => virement === null) ?? dues[0];
  const { majoration, avance } = detail.compte;
  const giveBack = useWrite(() => giveAdvanceBack(detail.DossierId), TOUCHED_BY_DEPARTS);
  if (!exit) return <p className="text-muted">Le compte de sortie s’arrête d’abord.</p>;
  return (
    <div className="space-y-5">
      {detail.depart?.genre === "deces" && due && (
        <Notice>
          La somme revient à la succession : au notaire qui la règle, jamais au compte du défunt.
        </Notice>
      )}
      {majoration > 0 && (
        <Notice>
          {due ? "En retard" : "Rendu en retard"} : le locataire peut demander {euros(majoration)}{" "}
          de plus, un dixième du loyer par mois commencé (article 22).
        </Notice>
      )}
      {living.map((solde) => (
        <Frozen key={solde.id} solde={solde} DossierId={dossier.id} />
      ))}
      {exit.contenu.provision > 0 && !charges && (
        <p className="text-muted">
          {euros(exit.contenu.provision)} attendent l’approbation des comptes de l’immeuble, à
          solder dans le mois qui la suit.
        </p>
      )}
      {mayModify && (
        <Gestures>
          {due && due.contenu.lieu === "bailleur" && (
            <Button variant="primary" onClick={() => ask("returned")}>
              Le bailleur l’a rendu
            </Button>
          )}
          {due && due.contenu.lieu === "agence" && due.virement === null && (
            <Button variant="primary" asChild>
              <Link href="/reversements">Préparer le virement</Link>
            </Button>
          )}
          {exit.contenu.provision > 0 && !charges && (
            <Button onClick={() => ask("charges")}>Solder les charges</Button>
          )}
          {avance > 0 && mayFreeze && !living.some(({ genre }) => genre === "avance") && (
            <Button pending={giveBack.isPending} onClick={() => giveBack.mutate(undefined)}>
              Rendre {euros(avance)} payés depuis
            </Button>
          )}
          {majoration > 0 && mayFreeze && (
            <Button onClick={() => ask("increase")}>Appeler la majoration</Button>
          )}
        </Gestures>
      )}
      <Cancelled soldes={detail.soldes.filter(({ annuleLe }) => annuleLe !== null)} />
    </div>
  );
}

const ACTIONS: Record<SoldeArrete["genre"], string> = {
  sortie: "Générer le solde de tout compte",
  charges: "Générer le solde des charges",
  majoration: "Générer la lettre",
  avance: "Générer la lettre",
};

const TITLES: Record<SoldeArrete["genre"], string> = {
  sortie: "Solde de tout compte, et sa lettre",
  charges: "Solde des charges",
  majoration: "Majoration de retard, et sa lettre",
  avance: "Trop-perçu, et sa lettre",
};

function Frozen({ solde, DossierId }: { solde: SoldeArrete; DossierId: number }) {
  const { made } = useDocumentEvents("Dossier", DossierId);
  const { contenu, genre, id, refus, renduLe, virement } = solde;
  return (
    <div>
      {genre === "charges" && <AccountTable {...contenu} />}
      <GeneratedDocument
        type="soldeDepart"
        sources={{ id }}
        title={TITLES[genre]}
        text={[
          `Arrêté le ${formatJour(solde.date)}`,
          contenu.resteDu > 0
            ? `${euros(contenu.resteDu)} restent dus par le locataire`
            : contenu.restitution > 0
              ? `${euros(contenu.restitution)} à rendre`
              : "rien à rendre",
          !virement && renduLe && `rendu le ${formatJour(renduLe)}`,
        ]
          .filter(Boolean)
          .join(", ")
          .concat(".")}
        action={ACTIONS[genre]}
        made={made}
      />
      {refus && (
        <p className="mt-2 text-sm text-red">
          Virement refusé par la banque{refus.le && ` le ${formatJour(refus.le)}`}
          {refus.motif && ` : ${refus.motif.replace(/\.$/, "")}`}.
        </p>
      )}
      {virement && (
        <p className="mt-2 text-sm">
          {virement.mots},{" "}
          <Link href={`/reversements/${virement.ReversementId}`}>lot {virement.numero}</Link>.
        </p>
      )}
    </div>
  );
}

const Cancelled = ({ soldes }: { soldes: readonly SoldeArrete[] }) =>
  soldes.length > 0 && (
    <ul className="text-sm text-muted">
      {soldes.map(({ id, date, annuleLe, motif }) => (
        <li key={id}>
          Arrêté du {formatJour(date)}, annulé le {annuleLe && formatJour(annuleLe)} : {motif}
        </li>
      ))}
    </ul>
  );

/** Closes the departure once the account is settled, or opens it again. */
export function ClosingStep({ detail, mayModify }: StepContent) {
  const { depart, etat } = detail;
  const settled = estSolde(etat);
  const close = useWrite(
    (clos: boolean) => noteDeparture(detail.DossierId, { clos }),
    TOUCHED_BY_DEPARTS,
  );
  const closed = depart?.clotLe !== null && depart !== null;
  return (
    <>
      <p className="text-muted">
        {etat === "reste_du"
          ? "Le compte est arrêté et rien n’est à rendre ; ce que le locataire doit se suit à son compte."
          : settled
            ? "Le compte est arrêté et le dépôt rendu : il ne reste rien à suivre."
            : "Le départ se clôt une fois le compte arrêté et le dépôt rendu."}
      </p>
      {mayModify && settled && (
        <Gestures>
          <Button
            variant={closed ? "secondary" : "primary"}
            pending={close.isPending}
            onClick={() => close.mutate(!closed)}
          >
            {closed ? "Rouvrir le départ" : "Clore le départ"}
          </Button>
        </Gestures>
      )}
    </>
  );
}
