package source

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// maxMerges bounds the chain of merges that Survivors follows.
const maxMerges = 100

// selectSurvivors follows the pointers of merged sources. UNION ends a loop, which package merge does not make.
const selectSurvivors = `
	WITH RECURSIVE chain AS (
		SELECT s.id AS first, s.merged_into AS id, 1 AS depth
		FROM sources s
		WHERE s.id = ANY($1) AND s.merged_into IS NOT NULL
		UNION
		SELECT c.first, s.merged_into, c.depth + 1
		FROM chain c
		JOIN sources s ON s.id = c.id
		WHERE s.merged_into IS NOT NULL AND c.depth < $2
	)
	SELECT DISTINCT ON (first) first, id
	FROM chain
	ORDER BY first, depth DESC`

// WithMerged returns a query for the ids of sources and of those that were merged into them, directly or
// by a chain of merges. first is the SQL expression for the ids of the former.
func WithMerged(first string) string {
	return `
		WITH RECURSIVE chain AS (
			SELECT ` + first + ` AS id
			UNION
			SELECT m.id
			FROM chain c
			JOIN sources m ON m.merged_into = c.id
		)
		SELECT id
		FROM chain`
}

// selectMerged selects the sources that were merged into a source, directly or by a chain of merges.
var selectMerged = `SELECT id, name FROM sources WHERE id <> $1 AND id IN (` + WithMerged("$1::uuid") + `) LIMIT 1000`

// Survivors returns the sources that continue those of the given sources that were merged, by id.
func Survivors(ctx context.Context, q postgres.Querier, ids ...uuid.UUID) (map[uuid.UUID]uuid.UUID, error) {
	rows, err := q.Query(ctx, selectSurvivors, ids, maxMerges)
	if err != nil {
		return nil, err
	}
	found := map[uuid.UUID]uuid.UUID{}
	var first, id uuid.UUID
	_, err = pgx.ForEachRow(rows, []any{&first, &id}, func() error {
		found[first] = id
		return nil
	})
	return found, err
}

// RefuseMerged returns a problem if one of the sources was merged. It names the source at the end of the chain.
func RefuseMerged(ctx context.Context, q postgres.Querier, ids ...uuid.UUID) error {
	survivors, err := Survivors(ctx, q, ids...)
	for _, id := range ids {
		if into, isMerged := survivors[id]; isMerged {
			return MergedError(into)
		}
	}
	return err
}

// Lock locks sources in the order of their ids until the end of the transaction.
func Lock(ctx context.Context, tx postgres.Tx, ids ...uuid.UUID) error {
	_, err := tx.Exec(ctx, "SELECT FROM sources WHERE id = ANY($1) ORDER BY id FOR UPDATE", ids)
	return err
}

// Survivor returns the source that continues a source that was merged, or the id itself.
func (r *Register) Survivor(ctx context.Context, id uuid.UUID) (uuid.UUID, error) {
	found, err := Survivors(ctx, r.db.Pool, id)
	if survivor, isMerged := found[id]; isMerged {
		return survivor, err
	}
	return id, err
}

// MergedError returns the problem that a source was merged into another one and cannot be changed.
func MergedError(into uuid.UUID) error {
	return problem.New(problem.Merged, "This source was merged into another one and can't be changed. Use the id %s, or "+
		"undo the merge.", into).With("merged_into", into)
}

// moveStates follows endpoints that have another source now: whether they are checked depends on the source. The rows
// are locked, so that a worker that records a check of the endpoint updates the health of the new source.
const moveStates = `
	UPDATE endpoint_states t SET
		revision = t.revision + (t.enabled AND NOT n.enabled)::int,
		enabled = n.enabled,
		next_check_at = CASE WHEN n.enabled AND NOT t.enabled THEN now() ELSE t.next_check_at END
	FROM (
		SELECT e.id, is_checked(e.intent, e.live, s.lifecycle, s.rights) AS enabled
		FROM endpoints e
		JOIN sources s ON s.id = e.source_id
		WHERE e.id = ANY($1)
	) n
	WHERE t.endpoint_id = n.id`

// moveEndpoints makes the state of checks, the health and the open suggestions follow endpoints that
// have another source now. sources are the former and the new sources.
func moveEndpoints(ctx context.Context, tx postgres.Tx, ids, sources []uuid.UUID) error {
	if len(ids) == 0 {
		return nil
	}
	if _, err := tx.Exec(ctx, moveStates, ids); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		UPDATE suggestions g SET source_id = e.source_id
		FROM endpoints e
		WHERE e.id = ANY($1) AND g.source_id = ANY($2) AND g.source_id <> e.source_id
			AND coalesce(g.endpoint_id, (g.evidence->>'endpoint_id')::uuid) = e.id`, ids, sources)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "SELECT refresh_source_health($1)", sources); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		UPDATE source_health h SET last_new_item_at = n.at
		FROM (
			SELECT i.source_id, max(t.last_new_item_at) AS at
			FROM unnest($1::uuid[]) i(source_id)
			LEFT JOIN endpoints e ON e.source_id = i.source_id
			LEFT JOIN endpoint_states t ON t.endpoint_id = e.id
			GROUP BY 1
		) n
		WHERE h.source_id = n.source_id AND h.last_new_item_at IS DISTINCT FROM n.at`, sources)
	return err
}
