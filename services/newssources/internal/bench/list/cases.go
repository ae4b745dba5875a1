package list

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/bench"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// Goals for the median, in milliseconds.
const (
	pageGoal   = 30
	searchGoal = 100
	facetsGoal = 250
)

// pageSize is the page size of the web app.
const pageSize = 50

// deepPage is the number of pages before the deep page.
const deepPage = 1000

// benchCase is one row of the report.
type benchCase struct {
	name     string
	goal     float64
	product  func(context.Context) error
	baseline []statement // the minimal queries, sent in one round trip
}

type statement struct {
	sql  string
	args []any
}

const live = "lifecycle <> 'archived'"

func casesOf(db *postgres.DB) []benchCase {
	lists := sourcelist.NewReader(db)
	list := func(name string, goal float64, q sourcelist.Query, baseline ...statement) benchCase {
		q.Limit = pageSize
		return benchCase{name, goal, func(ctx context.Context) error { _, err := lists.List(ctx, q); return err }, baseline}
	}
	facets := func(name string, q sourcelist.Query, baseline ...statement) benchCase {
		return benchCase{name, facetsGoal, func(ctx context.Context) error { _, err := lists.Facets(ctx, q); return err },
			baseline}
	}
	page := func(order string) statement {
		return statement{"SELECT id, name FROM sources WHERE " + live + " ORDER BY " + order + " LIMIT 51", nil}
	}
	// matches reads one page of matches in any order: a page needs neither a count nor all matches.
	matches := func(where string, args ...any) statement {
		return statement{"SELECT id, name FROM sources WHERE " + live + " AND " + where + " LIMIT 51", args}
	}
	search := func(word string) benchCase {
		return list("search “"+word+"”", searchGoal, sourcelist.Query{Text: word},
			matches("search_text LIKE $1", "%"+word+"%"))
	}
	cube := func(where string, args ...any) statement {
		return statement{"SELECT lifecycle, country, languages, endpoint_kinds, count(*) FROM sources WHERE " + where +
			" GROUP BY 1, 2, 3, 4", args}
	}
	tags := func(where string, args ...any) statement {
		return statement{"SELECT tag_id, count(*) FROM source_tags JOIN sources ON id = source_id WHERE " + where +
			" GROUP BY 1", args}
	}
	const ofTag = "id IN (SELECT source_id FROM source_tags WHERE tag_id = (SELECT id FROM tags WHERE name_key = $1))"
	return []benchCase{
		list("first page and total, by name", pageGoal, sourcelist.Query{}, page("name_key, id")),
		list("first page and total, last updated first", pageGoal, sourcelist.Query{Sort: "-updated"},
			page("updated_at DESC, id DESC")),
		deep(lists, page("name_key, id")),
		list("archived only", pageGoal, sourcelist.Query{Lifecycles: []source.Lifecycle{source.Archived}},
			statement{"SELECT id, name FROM sources WHERE lifecycle = 'archived' ORDER BY name_key, id LIMIT 51", nil}),
		search("q"), search("qu"), search("dai"), search("herald"), search("feed"), search("dailyherald1"), search("新聞"),
		search("правда"),
		list("search “daily berlin”", searchGoal, sourcelist.Query{Text: "daily berlin"},
			matches("search_text LIKE '%daily%' AND search_text LIKE '%berlin%'")),
		list("country US", searchGoal, sourcelist.Query{Countries: []string{"US"}}, matches("country = 'US'")),
		list("language es", searchGoal, sourcelist.Query{Languages: []string{"es"}}, matches("languages ? 'es'")),
		list("without language", searchGoal, sourcelist.Query{Languages: []string{sourcelist.None}},
			matches("languages = '[]'")),
		list("kind rss", searchGoal, sourcelist.Query{Kinds: []feed.Kind{"rss"}}, matches("endpoint_kinds ? 'rss'")),
		list("without endpoint", searchGoal, sourcelist.Query{Kinds: []feed.Kind{sourcelist.None}},
			matches("endpoint_count = 0")),
		list("a frequent tag", searchGoal, sourcelist.Query{Tags: []string{bench.TagName(0)}},
			matches(ofTag, bench.TagName(0))),
		list("a rare tag", searchGoal, sourcelist.Query{Tags: []string{"Tag 380"}}, matches(ofTag, "tag 380")),
		list("search, country, language and kind", searchGoal,
			sourcelist.Query{Text: "news", Countries: []string{"US", "GB"}, Languages: []string{"en"},
				Kinds: []feed.Kind{"rss", "atom"}},
			matches("search_text LIKE '%news%' AND country = ANY('{US,GB}') AND languages ? 'en' AND endpoint_kinds ?| "+
				"'{rss,atom}'")),
		facets("facets", sourcelist.Query{}, statement{"SELECT facet, value, sum(n) FROM source_counts WHERE lifecycle <> " +
			"'archived' GROUP BY 1, 2", nil}),
		facets("facets of a country", sourcelist.Query{Countries: []string{"ES"}}, cube("true"),
			tags(live+" AND country = 'ES'")),
		facets("facets of search “herald”", sourcelist.Query{Text: "herald"}, cube("search_text LIKE '%herald%'"),
			tags(live+" AND search_text LIKE '%herald%'")),
		facets("facets of search “feed”", sourcelist.Query{Text: "feed"}, cube("search_text LIKE '%feed%'"),
			tags(live+" AND search_text LIKE '%feed%'")),
	}
}

// deep measures a page far from the start, which it reaches by following cursors.
func deep(lists *sourcelist.Reader, baseline statement) benchCase {
	var q sourcelist.Query
	return benchCase{"page 1,000 and total, by name", pageGoal, func(ctx context.Context) error {
		if q.Cursor == "" {
			q.Limit = 10 * pageSize
			for range deepPage * pageSize / q.Limit {
				page, err := lists.List(ctx, q)
				if err != nil {
					return err
				}
				q.Cursor = page.Next
			}
			q.Limit = pageSize
		}
		_, err := lists.List(ctx, q)
		return err
	}, []statement{baseline}}
}

// runBaseline runs the minimal queries and reads their results.
func runBaseline(ctx context.Context, db *postgres.DB, baseline []statement) error {
	batch := &pgx.Batch{}
	for _, s := range baseline {
		batch.Queue(s.sql, s.args...).Query(func(rows pgx.Rows) error {
			for rows.Next() {
				if _, err := rows.Values(); err != nil {
					return err
				}
			}
			return rows.Err()
		})
	}
	return db.Pool.SendBatch(ctx, batch).Close()
}
