import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

export function StudySkeleton() {
  return (
    <SkeletonGroup className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-11 items-center">
        <Skeleton className="h-5 w-36" />
      </div>
      <Skeleton className="mt-1 h-1.5" />
      <div className="mt-2 mb-4 flex justify-between">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-5 w-10" />
      </div>
      <Skeleton className="min-h-0 flex-1 rounded-card" />
      <div className="flex h-34 shrink-0 items-center pt-3">
        <Skeleton className="h-13 flex-1 rounded-control" />
      </div>
    </SkeletonGroup>
  );
}
