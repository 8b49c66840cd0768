import type { ChosenSums } from "#web/entities/cloture/reversements.ts";

export const NO_SUM: ChosenSums = {
  ids: [],
  SoldeDepartIds: [],
  AvanceRendueIds: [],
  IntendanceIds: [],
  FactureHonorairesIds: [],
};

export const countOf = (sums: ChosenSums): number =>
  Object.values(sums).reduce((count, ids) => count + ids.length, 0);
