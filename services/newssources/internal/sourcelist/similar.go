package sourcelist

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/postgres"
)

const (
	// fewMatches is the number of matches below which a search also returns similar names, because a word may be misspelled.
	fewMatches = 5
	// maxSimilar is the maximum number of similar names, which are shown below the matches.
	maxSimilar = 5
	// minSimilarText is the minimum length in characters of a text that is compared. Shorter texts are similar to most names.
	minSimilarText = 4
)

// similarity is the minimum share of the text's trigrams that a similar name contains. Two swapped letters in a word of
// eight letters leave 0.44.
var similarity = postgres.Setting{Name: "pg_trgm.word_similarity_threshold", Value: "0.4"}

// similar returns up to maxSimilar sources whose name is similar to the search text by trigrams, most similar first.
func (r *Reader) similar(ctx context.Context, q Query, matches []Row) ([]Row, error) {
	text := strings.Join(searchWords(q.Text), " ")
	if utf8.RuneCountInString(text) < minSimilarText || strings.ContainsAny(text, "/.") {
		return nil, nil
	}
	found := make([]uuid.UUID, len(matches))
	for i, row := range matches {
		found[i] = row.ID
	}
	q.Text = ""
	c := q.conditions("")
	name := c.arg(text)
	c.parts = append(c.parts, condition{sql: name + " <% s.name_key"}, condition{sql: "s.id <> ALL(" + c.arg(found) + ")"})
	reader := rowReader{rows: []Row{}}
	page := `SELECT *, 0 AS rank FROM (SELECT s.*, word_similarity(` + name + `, s.name_key) AS similarity FROM sources s WHERE ` + c.where() + ` LIMIT 500) s
		ORDER BY s.similarity DESC, s.name_key, s.id LIMIT ` + c.arg(maxSimilar)
	sql := selectRows("", page, "0", noKey, "s.similarity DESC, s.name_key, s.id")
	err := r.db.QueryLimited(ctx, readTimeout, sql, c.args, reader.read, similarity)
	return reader.rows, err
}
