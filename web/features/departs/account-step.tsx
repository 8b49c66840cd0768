import { Info, Lock } from "lucide-react";
import { Link } from "wouter";
import { deMoisEnLettres, type Mois } from "#domain/dates.ts";
import { payeurNomme } from "#domain/gerance/locataires/reglement.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import { confirm } from "#web/components/confirm.tsx";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import {
  freezeAccount,
  noteDeparture,
  remakeReceipts,
  TOUCHED_BY_DEPARTS,
} from "#web/entities/biens/departs.ts";
import { generate, TOUCHED_BY_QUITTANCES } from "#web/entities/quittances/quittances.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { AccountTable } from "./account-table.tsx";
import { Gestures } from "./step.tsx";
import type { StepContent } from "./step-content.ts";

/** The account of the departure, computed anew until it is frozen. */
export function AccountStep({ dossier, detail, mayModify, ask }: StepContent) {
  const { compte, depart } = detail;
  const mayFreeze = usePeut("supprimer");
  const living = detail.soldes.filter(({ annuleLe }) => annuleLe === null);
  const freeze = useWrite(
    () => freezeAccount(detail.DossierId, depart?.version),
    TOUCHED_BY_DEPARTS,
  );
  const drop = useWrite(
    (libelle: string) =>
      noteDeparture(detail.DossierId, {
        retenues: (depart?.retenues ?? []).filter(
          (kept) => kept.difference !== null || kept.libelle !== libelle,
        ),
      }),
    TOUCHED_BY_DEPARTS,
  );
  const bill = useWrite(
    (mois: Mois) => generate(dossier.id, mois),
    [...TOUCHED_BY_DEPARTS, ...TOUCHED_BY_QUITTANCES],
  );
  const remake = useWrite(
    () => remakeReceipts(dossier.id),
    [...TOUCHED_BY_DEPARTS, ...TOUCHED_BY_QUITTANCES],
  );
  const frozen = living.find(({ genre }) => genre === "sortie");
  const [last] = living;
  if (frozen) {
    return (
      <>
        <AccountTable {...frozen.contenu} />
        {mayModify && mayFreeze && last?.renduLe === null && last.virement === null && (
          <Gestures>
            <Button onClick={() => ask("cancel")}>
              {last.genre === "charges" ? "Annuler le solde des charges" : "Annuler l’arrêté"}
            </Button>
          </Gestures>
        )}
      </>
    );
  }
  const own = (depart?.retenues ?? []).filter(({ difference }) => difference === null);
  return (
    <>
      <AccountTable {...compte} />
      {compte.jamaisDit && compte.livres && (
        <Notice tone="blue" icon={Info} className="mt-4">
          Les comptes ne disent pas qui détient ce dépôt : il est tenu pour chez le bailleur. Si
          l’agence le détient,{" "}
          <Link
            className="underline underline-offset-4"
            href={`/dossiers/${dossier.id}?tab=compte`}
          >
            appelez-le et enregistrez son règlement
          </Link>{" "}
          d’abord.
        </Notice>
      )}
      {compte.avancesDeTiers.map(({ payeur, montant }) => (
        <Notice key={payeur} className="mt-4">
          {formatEuros(enEuros(montant))} de cette avance viennent de {payeurNomme(payeur)}, à qui
          ils reviennent : arrêté ainsi, le compte les rend au locataire.
        </Notice>
      ))}
      {own.length > 0 && mayModify && (
        <p className="mt-2 flex flex-wrap gap-x-3 text-sm text-muted">
          {own.map(({ libelle }) => (
            <Button
              key={libelle}
              variant="link"
              pending={drop.isPending}
              onClick={() => drop.mutate(libelle)}
            >
              Ne plus retenir « {libelle} »
            </Button>
          ))}
        </p>
      )}
      {compte.manques.length > 0 && (
        <Notice className="mt-4">
          <ul>
            {compte.manques.map((manque) => (
              <li key={manque}>{manque}</li>
            ))}
          </ul>
          {mayModify &&
            compte.aFacturer.map((mois) => (
              <Button
                key={mois}
                size="sm"
                className="mt-1.5 mr-2"
                pending={bill.isPending}
                onClick={() => bill.mutate(mois)}
              >
                Faire la quittance {deMoisEnLettres(mois)}
              </Button>
            ))}
          {mayModify && mayFreeze && compte.auDela > 0 && (
            <Button
              size="sm"
              className="mt-1.5"
              pending={remake.isPending}
              onClick={async () => {
                const accepted = await confirm({
                  title: "Refaire la quittance au prorata ?",
                  text: "Elle est annulée, et refaite jusqu’au dernier jour de loyer. Ce que le locataire a payé reste à son compte.",
                  action: "Refaire au prorata",
                });
                if (accepted) remake.mutate(undefined);
              }}
            >
              Refaire au prorata
            </Button>
          )}
        </Notice>
      )}
      {mayModify && (
        <Gestures>
          <Button onClick={() => ask("sum")}>Retenir une somme</Button>
          {compte.provisionAuPlus > 0 && compte.depot > compte.impute && (
            <Button onClick={() => ask("provision")}>
              {depart?.provision ? "Changer la provision" : "Garder une provision sur charges"}
            </Button>
          )}
          {mayFreeze && (
            <Button
              variant="primary"
              disabled={compte.manques.length > 0}
              pending={freeze.isPending}
              onClick={async () => {
                const accepted = await confirm({
                  title: "Arrêter le compte de sortie ?",
                  subject: `${formatEuros(enEuros(compte.restitution || compte.resteDu))} ${compte.resteDu > 0 ? "restent dus par le locataire" : "à rendre au locataire"}`,
                  text: "Ses écritures se passent, son papier ne change plus. Il pourra s’annuler, avec un motif, tant que rien n’est rendu.",
                  action: "Arrêter le compte",
                });
                if (accepted)
                  freeze.mutate(undefined, {
                    onSuccess: () => notify("Le compte de sortie est arrêté."),
                  });
              }}
            >
              {!freeze.isPending && <Lock aria-hidden />}
              Arrêter le compte
            </Button>
          )}
        </Gestures>
      )}
    </>
  );
}
