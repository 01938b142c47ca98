import { StudyTable } from "#features/study/components/study-frame.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

export function StudySkeleton() {
  return (
    <SkeletonGroup className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-11 items-center">
        <Skeleton className="h-5 w-36" />
      </div>
      <Skeleton className="mt-1 h-1.5 flat:mt-0" />
      <div className="mt-2 flex justify-between flat:hidden">
        <Skeleton className="h-5 w-24" />
        <Skeleton className="h-5 w-10" />
      </div>
      <StudyTable>
        <Skeleton className="min-h-0 flex-1 rounded-card" />
        <div className="flex min-h-34 shrink-0 items-center pt-3 md:min-h-22 flat:w-52 flat:pt-0">
          <Skeleton className="h-13 flex-1 rounded-control flat:h-28" />
        </div>
      </StudyTable>
    </SkeletonGroup>
  );
}
