package sourcelist

import (
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
)

const (
	// fewMatches is the number of matches below which a search also returns similar names, because a
	// word may be misspelled.
	fewMatches = 5
	// maxSimilar is the maximum number of similar names, which are shown below the matches.
	maxSimilar = 5
	// minSimilarText is the minimum length in characters of a text that is compared. Shorter texts are
	// similar to most names.
	minSimilarText = 4
)

// similarity is the minimum share of the text's trigrams that a similar name contains. Two swapped
// letters in a word of eight letters leave 0.44.
var similarity = postgres.Setting{Name: "pg_trgm.word_similarity_threshold", Value: "0.4"}

// needsSimilar reports whether the first page of a search with few matches is to show similar
// names.
func (s *selection) needsSimilar(page *Page) bool {
	text := strings.Join(s.words, " ")
	return s.Cursor == "" && page.Total < fewMatches && len(page.Rows) <= s.Limit &&
		utf8.RuneCountInString(text) >= minSimilarText && !strings.ContainsAny(text, "/.")
}

// similar adds a statement that reads up to maxSimilar sources whose name is similar to the search
// text by trigrams, most similar first.
func (s *selection) similar(page *Page) func(*pgx.Batch) {
	found := make([]uuid.UUID, len(page.Rows))
	for i, row := range page.Rows {
		found[i] = row.ID
	}
	others := *s
	others.words = nil
	c := others.conditions("", false)
	name := c.arg(strings.Join(s.words, " "))
	c.parts = append(c.parts, name+" <% s.name_key", "s.id <> ALL("+c.arg(found)+")")
	sql := selectRows(`total AS (SELECT 0 AS n),
page AS MATERIALIZED (
	SELECT *, 0 AS rank
	FROM (
		SELECT s.*, word_similarity(`+name+`, s.name_key) AS similarity
		FROM sources s
		WHERE `+c.where()+`
		LIMIT 500
	) s
	ORDER BY s.similarity DESC, s.name_key, s.id
	LIMIT `+c.arg(maxSimilar)+`
)`, noKey, "s.similarity DESC, s.name_key, s.id")
	return func(batch *pgx.Batch) {
		batch.Queue(sql, c.args...).Query(func(rows pgx.Rows) (err error) {
			page.Similar, _, err = readRows(rows)
			return err
		})
	}
}
