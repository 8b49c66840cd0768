import { ArrowRight } from "lucide-react";
import { Link } from "wouter";
import { anomaliesReunies } from "#domain/gerance/cloture/cloture.ts";
import type { Anomalie, CompteRenduRow } from "#domain/gerance/cloture/compte-rendu.ts";
import { Card } from "#web/components/ui/card.tsx";
import { AnomalyBadge } from "#web/entities/cloture/comptes-rendus-words.tsx";

/**
 * The points to check before an account is validated, each with a link to the screen that solves it, where there is
 * one.
 */
export function Anomalies({ account }: { account: CompteRenduRow }) {
  const { anomalies } = account;
  if (account.etat === "valide" || anomalies.length === 0) return null;
  return (
    <Card>
      <h3 className="border-b px-4 py-2.5 font-semibold sm:px-5">À vérifier</h3>
      <ul className="divide-y">
        {anomalies.map((anomalie) => {
          const [reunies] = anomaliesReunies([anomalie]);
          const way = wayOf(anomalie, account);
          return (
            <li
              key={`${anomalie.genre} ${anomalie.detail}`}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 sm:px-5"
            >
              {reunies && <AnomalyBadge reunies={reunies} />}
              <span className="min-w-0 flex-1 basis-72">
                {anomalie.detail}
                {anomalie.bloque && (
                  <span className="block text-sm text-muted">
                    {anomalie.bloque === "cloture"
                      ? "Le compte ne peut pas être validé."
                      : "Le compte peut être validé ; sa somme ne peut pas être reversée."}
                  </span>
                )}
              </span>
              {way && (
                <Link
                  href={way.href}
                  className="inline-flex items-center gap-1 text-sm font-medium text-accent hover:underline"
                >
                  {way.label}
                  <ArrowRight aria-hidden className="size-3.5" />
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

const EXPENSES = "/intendance/?filtre=toutes&nature=depense";

function wayOf(anomalie: Anomalie, { MissionId }: CompteRenduRow) {
  const { genre, ClientId, DossierId } = anomalie;
  switch (genre) {
    case "non_inscrit":
      return { label: "Fiche du mandat", href: `/missions/${MissionId}/edit` };
    case "sans_conditions":
    case "sans_part":
    case "tva_nulle":
    case "sans_iban":
    case "iban_recent":
      return { label: "Conditions du mandat", href: `/missions/${MissionId}` };
    case "impaye":
      return DossierId === undefined
        ? { label: "Impayés", href: "/impayes" }
        : { label: "Compte du locataire", href: `/dossiers/${DossierId}?tab=compte` };
    case "depense_sans_facture":
      return { label: "Dépenses sans facture", href: `${EXPENSES}&suivi=sans_facture` };
    case "depense_sans_accord":
      return { label: "Dépenses", href: EXPENSES };
    case "negatif":
      return { label: "Comptes du mandat", href: `/missions/${MissionId}?tab=comptes` };
    case "sans_siren":
      return { label: "Paramètres de l’agence", href: "/parametres/" };
    case "sans_mail":
      return ClientId === undefined
        ? null
        : { label: "Fiche du client", href: `/client/${ClientId}/edit` };
    case "sans_mouvement":
    case "frais_hors_mandat":
      return null;
  }
}
