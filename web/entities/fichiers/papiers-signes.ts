import type { PapierSigneDetail } from "#domain/fichiers/papier-signe.ts";
import { resource } from "#web/lib/server/resource.ts";

const paper = (name: string) => resource<PapierSigneDetail, PapierSigneDetail, never>(name);

export const signedPapers = {
  LoyerHistorique: paper("LoyerHistorique"),
  PlanApurement: paper("PlanApurement"),
};

export type SignedPaperHolder = keyof typeof signedPapers;
