package sourcelist

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

// insertChecked inserts sources of which some are not checked, some never had an item, some have
// the same values, some have several endpoints, and some have endpoints at sites that asked to
// wait.
func (r *testRegister) insertChecked(count int) {
	r.t.Helper()
	r.insertSources(count)
	r.exec(`UPDATE sources SET lifecycle = CASE WHEN n % 7 = 0 THEN 'paused' ELSE 'active' END
		FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM sources) m WHERE m.id = sources.id`)
	r.exec(`UPDATE endpoints SET intent = 'active'`)
	r.exec(`INSERT INTO endpoints
		SELECT (jsonb_populate_record(NULL::endpoints,
			to_jsonb(e) || jsonb_build_object('id', gen_random_uuid(), 'url', e.url || '?2', 'url_key', e.url_key || '?2'))).*
		FROM (SELECT * FROM endpoints ORDER BY source_id LIMIT $1) e`, count/3)
	states := []string{}
	for _, state := range health.States() {
		states = append(states, string(state))
	}
	r.exec(`UPDATE endpoint_states t
		SET health = ($1::text[])[1 + n % 5], health_since = '2026-02-01'::timestamptz + n % 4 * interval '1 hour',
		next_check_at = '2026-03-01'::timestamptz + n * 7919 % 11 * interval '1 minute',
		last_new_item_at = CASE WHEN n % 5 > 0 THEN '2026-01-01'::timestamptz + n * 31 % 13 * interval '1 day' END
		FROM (SELECT endpoint_id, row_number() OVER (ORDER BY endpoint_id) AS n FROM endpoint_states) m
		WHERE m.endpoint_id = t.endpoint_id`, []string{states[0], states[2], states[4], states[7], states[8]})
	r.exec(`INSERT INTO check_hosts (domain, free_at, held_until)
		VALUES ('an-hour.example', now() + interval '1 hour', now() + interval '1 hour'),
		('two-hours.example', now() + interval '2 hours', now() + interval '2 hours'), ('no-more.example', now(), now())`)
	r.exec(`UPDATE endpoint_states t
		SET domain = (ARRAY['an-hour.example', 'two-hours.example', 'no-more.example'])[1 + n % 7],
			next_check_at = CASE WHEN n % 14 = 0 THEN now() + interval '1 day' ELSE next_check_at END
		FROM (SELECT endpoint_id, row_number() OVER (ORDER BY endpoint_id) AS n FROM endpoint_states) m
		WHERE m.endpoint_id = t.endpoint_id`)
	r.exec(`UPDATE source_health h SET recent_items = n * 17 % 6
		FROM (SELECT source_id, row_number() OVER (ORDER BY source_id) AS n FROM source_health) m
		WHERE m.source_id = h.source_id`)
}

// observedSource has the values by which the reference order sorts a source.
type observedSource struct {
	id                uuid.UUID
	state             health.State
	item, check       *time.Time
	checkedBy         uuid.UUID // the endpoint that is checked next
	since, sinceState time.Time
	items             int
}

func (r *testRegister) observedSources(where string) (list []observedSource) {
	r.t.Helper()
	rows, err := r.db.Pool.Query(r.t.Context(), `SELECT s.id, h.state, h.since, h.since,
		CASE WHEN h.state <> '' THEN (SELECT max(t.last_new_item_at) FROM endpoints e
		JOIN endpoint_states t ON t.endpoint_id = e.id WHERE e.source_id = s.id) END,
			n.at, coalesce(n.endpoint_id, s.id), h.recent_items
		FROM sources s JOIN source_health h ON h.source_id = s.id
		LEFT JOIN LATERAL (SELECT greatest(t.next_check_at, w.free_at) AS at, t.endpoint_id FROM endpoints e
		JOIN endpoint_states t ON t.endpoint_id = e.id
			LEFT JOIN check_hosts w ON w.domain = t.domain AND w.free_at > now() WHERE e.source_id = s.id AND t.enabled
			ORDER BY 1, 2 LIMIT 1) n ON true WHERE s.lifecycle <> 'archived' AND `+where)
	if err != nil {
		r.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var o observedSource
		if err := rows.Scan(&o.id, &o.state, &o.since, &o.sinceState, &o.item, &o.check, &o.checkedBy, &o.items); err != nil {
			r.t.Fatal(err)
		}
		list = append(list, o)
	}
	return list
}

// compareChecks is the reference order by check results: sources without a value come last in both
// directions.
func compareChecks(sort string, a, b observedSource) int {
	name, isDesc := strings.CutPrefix(sort, "-")
	sign := 1
	if isDesc {
		sign = -1
	}
	key := func(o observedSource) (group int, at time.Time, tie uuid.UUID) {
		switch {
		case name == "activity":
			if o.state == "" {
				group = 100
			}
			return group, time.Unix(int64(o.items), 0), o.id
		case o.state == "":
			return 100, o.since, o.id
		case name == "health":
			return sign * o.state.Severity(), o.since, o.id
		case name == "next_check":
			return 0, *o.check, o.checkedBy
		case o.item == nil:
			return 1, o.since, o.id
		default:
			return 0, *o.item, o.id
		}
	}
	groupA, atA, tieA := key(a)
	groupB, atB, tieB := key(b)
	return cmp.Or(cmp.Compare(groupA, groupB), sign*cmp.Or(atA.Compare(atB), cmp.Compare(tieA.String(), tieB.String())))
}

// TestOrdersByChecks compares pages with a reference order, for both ways of reading them: sorting
// the matches, and walking an index.
func TestOrdersByChecks(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	r.insertChecked(120)
	for name, filter := range map[string]struct {
		q     Query
		where string
	}{
		"all":      {Query{}, "true"},
		"filtered": {Query{Health: []health.State{"failing", "gone", "ok"}}, "h.state IN ('failing', 'gone', 'ok')"},
		"paused":   {Query{Lifecycles: []source.Lifecycle{source.Paused}}, "s.lifecycle = 'paused'"},
		"search":   {Query{Text: "daily"}, "s.search_text LIKE '%daily%'"},
	} {
		want := r.observedSources(filter.where)
		if len(want) < 10 {
			t.Fatalf("%s: only %d sources", name, len(want))
		}
		for sort, order := range sorts {
			if order.checks == nil {
				continue
			}
			slices.SortFunc(want, func(a, b observedSource) int { return compareChecks(sort, a, b) })
			q := filter.q
			q.Sort, q.Limit = sort, 7
			var listed []uuid.UUID
			for _, s := range want {
				listed = append(listed, s.id)
			}
			r.wantMatches(q, listed)
			for _, r.limit = range []int{countLimit, 1} {
				forward := r.followCursors(q, r.list(q), func(p *Page) string { return p.Next })
				back := r.followCursors(q, forward[len(forward)-1], func(p *Page) string { return p.Prev })
				slices.Reverse(back)
				wantObserved(t, fmt.Sprintf("%s, %s, limit %d, forward", name, sort, r.limit), forward, want)
				wantObserved(t, fmt.Sprintf("%s, %s, limit %d, back", name, sort, r.limit), back, want)
			}
		}
	}
}

// wantObserved checks the rows of consecutive pages.
func wantObserved(t *testing.T, name string, pages []*Page, want []observedSource) {
	t.Helper()
	isSame := func(a, b *time.Time) bool { return (a == nil) == (b == nil) && (a == nil || a.Equal(*b)) }
	at := 0
	for _, page := range pages {
		for _, row := range page.Rows {
			if at >= len(want) || want[at].id != row.ID {
				t.Fatalf("%s: row %d is not the expected one", name, at)
			}
			if w := want[at]; !isSame(row.NextCheckAt, w.check) || !isSame(row.LastNewItemAt, w.item) {
				t.Errorf("%s: row %d has the item %v and the check %v, want %v and %v",
					name, at, row.LastNewItemAt, row.NextCheckAt, w.item, w.check)
			}
			at++
		}
	}
	if at != len(want) {
		t.Errorf("%s: %d of %d rows", name, at, len(want))
	}
}

func TestFiltersByChecks(t *testing.T) {
	t.Parallel()
	r := newTestRegister(t)
	days := func(n int) time.Time { return time.Now().Add(-time.Duration(n) * 24 * time.Hour) }
	set := func(domain string, lastItem *time.Time, since time.Time, next time.Duration) {
		made := r.create(domain, func(n *source.CreateInput) {
			n.Lifecycle = source.Active
			n.Endpoints[0].Intent = source.EndpointActive
		})
		r.exec(`UPDATE endpoint_states SET last_new_item_at = $2, health = 'ok', health_since = $3, next_check_at = $4
			WHERE endpoint_id IN (SELECT id FROM endpoints WHERE source_id = $1)`,
			made.ID, lastItem, since, time.Now().Add(next))
		r.exec(`UPDATE source_health SET since = $2 WHERE source_id = $1`, made.ID, since)
	}
	ten, one := days(10), days(1)
	set("silent.example", &ten, days(90), 3*time.Hour)
	set("lively.example", &one, days(90), 10*time.Minute)
	set("never.example", nil, days(20), -time.Minute)
	set("fresh.example", nil, days(0), 3*time.Hour)
	set("waiting.example", &one, days(90), -time.Minute) // its site asked to wait for two hours
	r.exec("INSERT INTO check_hosts (domain, free_at, held_until) VALUES ('waiting.example', now() + interval '2 " +
		"hours', now() + interval '2 hours')")
	r.exec("UPDATE endpoint_states t SET domain = 'waiting.example' FROM endpoints e JOIN sources s ON s.id = " +
		"e.source_id WHERE e.id = t.endpoint_id AND s.canonical_domain = 'waiting.example'")
	r.create("draft.example")
	r.exec("UPDATE sources SET lifecycle = 'draft' WHERE canonical_domain = 'draft.example'")
	minutes := func(n int) *int { return &n }
	for name, c := range map[string]struct {
		q    Query
		want []string
	}{
		"silent for a week":  {Query{SilentDays: 7}, []string{"never.example", "silent.example"}},
		"silent for 15 days": {Query{SilentDays: 15}, []string{"never.example"}},
		"overdue":            {Query{DueMinutes: minutes(0)}, []string{"never.example"}},
		"due in three hours": {Query{DueMinutes: minutes(170)},
			[]string{"lively.example", "never.example", "waiting.example"}},
		"due in an hour": {Query{DueMinutes: minutes(60)}, []string{"lively.example", "never.example"}},
		"silent and due in day": {Query{SilentDays: 7, DueMinutes: minutes(1440)},
			[]string{"never.example", "silent.example"}},
	} {
		for _, r.limit = range []int{countLimit, 1} { // the sets of matches, and each source in turn
			isExact := r.limit >= len(c.want)
			page := r.list(c.q)
			var got []string
			for _, row := range page.Rows {
				got = append(got, row.Domain)
			}
			slices.Sort(got)
			if !slices.Equal(got, c.want) || isExact && page.Total != len(c.want) || page.TotalIsMinimum == isExact {
				t.Errorf("%s, limit %d: got %v (total %d), want %v", name, r.limit, got, page.Total, c.want)
			}
			facets, err := r.Facets(t.Context(), c.q)
			if err != nil {
				t.Fatal(err)
			}
			if n := facets.Counts[byLifecycle]; isExact && (len(n) != 1 || n[0].Count != len(c.want)) {
				t.Errorf("%s, limit %d: the facets have %v", name, r.limit, n)
			}
		}
	}
}
