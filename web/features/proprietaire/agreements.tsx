import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatJour } from "#domain/dates.ts";
import type { AccordAuProprietaire } from "#domain/gerance/revisions/accord.ts";
import { formatEuros } from "#domain/montants.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { isVisitOver } from "#web/components/visitor/visit-over.ts";
import { accountQuery, answer } from "#web/entities/mandats/proprietaire.ts";
import { ApiError } from "#web/lib/server/api.ts";

interface AgreementProps {
  agreement: AccordAuProprietaire;
  visite: string;
  onOver(): void;
}

/** A revision of a rent that the owner accepts or refuses, once, in two clicks. */
export function Agreement({ agreement, visite, onOver }: AgreementProps) {
  const { accorde, anniversaire, id, loyerApres, loyerAvant, reponduLe } = agreement;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const queries = useQueryClient();
  const account = accountQuery(visite);
  const sent = useMutation({
    mutationFn: (said: boolean) => answer(visite, { id, accorde: said }),
    onSuccess: (read) => queries.setQueryData(account.queryKey, read),
    onError: (error) => {
      setChosen(null);
      if (isVisitOver(error)) onOver();
      else void queries.invalidateQueries(account);
    },
  });
  const charges = agreement.chargeApres !== agreement.chargeAvant;
  return (
    <li className="space-y-2 px-5 py-3 sm:px-7">
      <p className="font-medium wrap-anywhere">{agreement.logement}</p>
      <p className="text-sm text-muted wrap-anywhere">
        {agreement.locataire}. Date de révision{"\u00A0"}: {formatJour(anniversaire)}.
      </p>
      <p className="tabular-nums">
        Loyer hors charges{"\u00A0"}: {formatEuros(loyerAvant)} →{" "}
        <span className="font-medium">{formatEuros(loyerApres)}</span>
        {charges &&
          `, charges\u00A0: ${formatEuros(agreement.chargeAvant)} → ${formatEuros(agreement.chargeApres)}`}
      </p>
      {accorde !== null && reponduLe ? (
        <Badge tone={accorde ? "green" : "grey"}>
          {accorde ? "Accepté" : "Refusé"} le {formatJour(reponduLe)}
        </Badge>
      ) : chosen === null ? (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" onClick={() => setChosen(true)}>
            J’accepte
          </Button>
          <Button onClick={() => setChosen(false)}>Je refuse</Button>
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <span className="basis-full text-sm">
            {chosen
              ? `Réviser ce loyer à ${formatEuros(loyerApres)}\u00A0?`
              : "Refuser\u00A0? Le loyer reste, et cette année ne se rattrape pas."}
          </span>
          <Button variant="primary" pending={sent.isPending} onClick={() => sent.mutate(chosen)}>
            {chosen ? "Oui, j’accepte" : "Oui, je refuse"}
          </Button>
          <Button variant="ghost" onClick={() => setChosen(null)}>
            Retour
          </Button>
        </div>
      )}
      {sent.isError && (
        <p role="alert" className="text-sm text-danger">
          {sent.error instanceof ApiError ? sent.error.message : "Réessayez."}
        </p>
      )}
    </li>
  );
}
