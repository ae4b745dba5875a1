package sourcelist

import (
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// Row is a source in a list. Its field names match the column names. A new column of the list needs a
// field here, a column in selectRows and a destination in readRows.
type Row struct {
	ID                uuid.UUID
	Name, HomepageURL string
	source.Outlet
	Lifecycle       source.Lifecycle
	MediaType       source.MediaType
	Country, Region string
	Languages, Tags []string
	Scope           source.Scope
	Tier            *int
	Paywall         source.Paywall
	Rights          source.Rights
	Owner, Logo     string
	EndpointCount   int
	EndpointKinds   []feed.Kind
	Health          Health
	// LastKnown is the health before the open incident of the service; nil without an incident, or if
	// the source is not checked.
	LastKnown            *Health
	Work                 Work
	Version              int
	CreatedAt, UpdatedAt time.Time
	LastNewItemAt        *time.Time // of any endpoint; nil if the source is not checked
	NextCheckAt          *time.Time // of any endpoint; nil if the source is not checked
	NameKey              string     // the sort key of Name
	// rank is that of a match by relevance, see conditions.rank, or of the group in an order by check
	// results.
	rank       int
	sortTime   time.Time // the key in an order by check results
	sortNumber int       // the key in an order by a number of check results
	sortTie    uuid.UUID
}

// Work is the assignee and the snooze of a source that needs a person (ADR 29). Version changes
// with each change of them. The zero value is unassigned and not snoozed.
type Work struct {
	Assignee     *source.Person
	SnoozedUntil *time.Time
	Version      int
}

// Health is what the checks observe. The state is empty if no endpoint is checked.
type Health struct {
	State             health.State
	Cause             health.Cause
	Since             *time.Time
	Affected, Checked int // endpoints
}

// selectRows returns the statement that reads the rows of a page, in the form that readRows scans.
// with is the text of a WITH clause, which must define two common table expressions: page, the
// sources of the page with their rank (and, in an order by check results, their sort key), and
// total, whose column n is the number of matches. If page has no rows, the result is one row with
// the total and without a source. The first row also has the ids and names of the tags of all rows,
// ordered by name: joining the tags of each row would take half of the time of a page.
func selectRows(with, key, orderBy string) string {
	return `
WITH ` + with + `,
tagged AS MATERIALIZED (
	SELECT array_agg(t.id::text ORDER BY t.name_key) AS ids, array_agg(t.name ORDER BY t.name_key) AS names
	FROM tags t
	WHERE t.id IN (
		SELECT v.id::uuid
		FROM page
		CROSS JOIN LATERAL jsonb_array_elements_text(page.tag_ids) v(id))
)
SELECT total.n, s.id, s.rank, ` + key + `,
	s.name, s.homepage_url, s.canonical_domain, s.path_prefix, s.lifecycle, s.media_type, s.country, s.region,
	s.languages::text, s.scope, s.tier, s.paywall, s.rights, s.owner, s.logo, s.version, s.created_at, s.updated_at,
	s.name_key, s.endpoint_count, s.endpoint_kinds::text, s.tag_ids::text,
	CASE WHEN row_number() OVER () = 1 THEN (SELECT ids FROM tagged) END,
	CASE WHEN row_number() OVER () = 1 THEN (SELECT names FROM tagged) END,
	coalesce(h.state, ''), coalesce(h.cause, ''), h.since, coalesce(h.affected, 0), coalesce(h.checked, 0),
	h.last_new_item_at, h.snoozed_until, coalesce(h.work_version, 0), h.assignee_id,
	CASE WHEN h.assignee_id IS NOT NULL THEN (
		SELECT ARRAY[m.email, m.name]
		FROM members m
		WHERE m.id = h.assignee_id
	) END,
	CASE WHEN h.checked > 0 THEN (
		SELECT min(greatest(t.next_check_at, w.free_at))
		FROM endpoints e
		JOIN endpoint_states t ON t.endpoint_id = e.id AND t.enabled
		LEFT JOIN check_hosts w ON w.domain = t.domain AND w.lease IS NULL AND w.free_at > now()
		WHERE e.source_id = s.id
	) END
FROM total
LEFT JOIN page s ON true
LEFT JOIN source_health h ON h.source_id = s.id AND h.state <> ''
ORDER BY ` + orderBy
}

// readRows returns the rows of a statement of selectRows, and the number of matches.
func readRows(rows pgx.Rows) (list []Row, matches int, err error) {
	defer rows.Close()
	var s Row
	var languages, kinds, tags string
	var ids, names, tagNames, tagsOfRows []string
	var sortTime *time.Time
	var sortNumber *int
	var sortTie, assigneeID *uuid.UUID
	var assignee []string         // e-mail address and name of a member
	positions := map[string]int{} // in tagNames, by id
	columns := []any{
		&matches, &s.ID, &s.rank, &sortTime, &sortNumber, &sortTie,
		&s.Name, &s.HomepageURL, &s.Domain, &s.PathPrefix, &s.Lifecycle, &s.MediaType, &s.Country, &s.Region,
		&languages, &s.Scope, &s.Tier, &s.Paywall, &s.Rights, &s.Owner, &s.Logo, &s.Version, &s.CreatedAt, &s.UpdatedAt,
		&s.NameKey, &s.EndpointCount, &kinds, &tags, &ids, &names,
		&s.Health.State, &s.Health.Cause, &s.Health.Since, &s.Health.Affected, &s.Health.Checked,
		&s.LastNewItemAt, &s.Work.SnoozedUntil, &s.Work.Version, &assigneeID, &assignee, &s.NextCheckAt,
	}
	for rows.Next() {
		if rows.RawValues()[1] == nil { // no source: the page is empty
			err = rows.Scan(append([]any{&matches}, make([]any, len(columns)-1)...)...)
			break
		}
		s = Row{}
		if err := rows.Scan(columns...); err != nil {
			return nil, 0, err
		}
		if sortTime != nil {
			s.sortTime, s.sortTie = *sortTime, *sortTie
		}
		if sortNumber != nil {
			s.sortNumber, s.sortTie = *sortNumber, *sortTie
		}
		if assigneeID != nil && assignee != nil {
			s.Work.Assignee = &source.Person{ID: *assigneeID, Email: assignee[0], Name: assignee[1]}
		}
		s.Languages, s.EndpointKinds = postgres.ParseList[string](languages), postgres.ParseList[feed.Kind](kinds)
		if ids != nil {
			tagNames = names
			for i, id := range ids {
				positions[id] = i
			}
		}
		tagsOfRows = append(tagsOfRows, tags)
		list = append(list, s)
	}
	for i, tags := range tagsOfRows {
		list[i].Tags = tagsByName(postgres.ParseList[string](tags), positions, tagNames)
	}
	if err == nil {
		err = rows.Err()
	}
	return list, matches, err
}

// tagsByName returns the names of the tags in ids, ordered by their positions in names.
func tagsByName(ids []string, positions map[string]int, names []string) []string {
	found := make([]int, 0, len(ids))
	for _, id := range ids {
		if i, ok := positions[id]; ok {
			found = append(found, i)
		}
	}
	slices.Sort(found)
	list := make([]string, len(found))
	for i, position := range found {
		list[i] = names[position]
	}
	return list
}
