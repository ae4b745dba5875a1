package record

import (
	"cmp"
	"encoding/json"
	"hash/fnv"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/secrettext"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

const (
	// evidenceBytes of a body show what kind of document it is: the head of a feed, the title of an
	// error page.
	evidenceBytes = 2 << 10
	// evidenceMargin is read in addition, so that a secret at the end is hidden and not cut.
	evidenceMargin = 512
	// StartBytes is the size of the start of a body that a check keeps as evidence.
	StartBytes = evidenceBytes + evidenceMargin
	// evidenceEvery is the period in which the evidence of a success is stored at most once, if the
	// check before succeeded too: it is read for comparison with a failure, and 3 KB per check would
	// be most of what a check writes.
	evidenceEvery = 6 * time.Hour
	// Limits of the stored headers. Sites send 10 to 30, of less than 2 KB together.
	maxEvidenceHeaders, maxEvidenceHeaderBytes, maxEvidenceValue = 60, 8 << 10, 500
)

// evidenceKind says of which check the response is stored.
type evidenceKind string

// Kinds of evidence.
const (
	evidenceFailure evidenceKind = "failure"
	evidenceSuccess evidenceKind = "success"
)

// evidence is a row of check_evidence. The JSON names are the columns.
type evidence struct {
	EndpointID     uuid.UUID    `json:"endpoint_id"`
	Kind           evidenceKind `json:"kind"`
	CheckedAt      time.Time    `json:"checked_at"`
	Outcome        string       `json:"outcome"`
	Cause          string       `json:"cause"`
	Detail         string       `json:"detail"`
	Status         int          `json:"status"`
	Protocol       string       `json:"protocol"`
	Remote         string       `json:"remote"`
	FinalURL       string       `json:"final_url"`
	Redirects      []fetch.Hop  `json:"redirects,omitempty"`
	DurationMS     int32        `json:"duration_ms"`
	PhasesMS       []int32      `json:"phases_ms"`
	Headers        []header     `json:"headers"`
	HeadersOmitted int          `json:"headers_omitted"`
	BodyStart      string       `json:"body_start"`
	WireBytes      int64        `json:"wire_bytes"`
	Bytes          int64        `json:"bytes"`
}

type header struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// evidenceColumns are the columns of check_evidence, the key first.
var evidenceColumns = []string{
	"endpoint_id", "kind", "checked_at", "outcome", "cause", "detail", "status", "protocol", "remote", "final_url",
	"redirects", "duration_ms", "phases_ms",
	"headers", "headers_omitted", "body_start", "wire_bytes", "bytes",
}

// upsertEvidence writes many rows in one statement.
var upsertEvidence = "INSERT INTO check_evidence (" + strings.Join(evidenceColumns, ", ") + ") SELECT " +
	strings.Join(evidenceColumns, ", ") +
	" FROM json_populate_recordset(NULL::check_evidence, $1) ORDER BY endpoint_id ON CONFLICT (endpoint_id, kind) DO " +
	"UPDATE SET (" +
	strings.Join(evidenceColumns[2:], ", ") + ") = (excluded." + strings.Join(evidenceColumns[2:], ", excluded.") + ")"

// queueEvidence adds a statement that stores the responses that are worth keeping.
func queueEvidence(batch *pgx.Batch, verdicts []*verdict) error {
	var rows []evidence
	for _, v := range verdicts {
		if v.hasEvidence {
			rows = append(rows, v.evidence())
		}
	}
	if len(rows) == 0 {
		return nil
	}
	data, err := json.Marshal(rows)
	if err == nil {
		batch.Queue(upsertEvidence, string(data))
	}
	return err
}

// needsEvidence reports whether the response is stored: that of every failure; that of a success
// with a body if the check before failed, or if it is the first of its period.
func (f *Finding) needsEvidence(cause health.Cause, before *state) bool {
	switch {
	case cause != health.None:
		return true
	case f.Result.Outcome != fetch.OK:
		return false // a 304 has no body, and the response before it explains more
	}
	return before.LastCause != health.None || before.FullCheckAt == nil ||
		evidencePeriod(f.EndpointID, *before.FullCheckAt) != evidencePeriod(f.EndpointID, f.FinishedAt)
}

// evidencePeriod returns the number of the period of evidenceEvery at a time. Each endpoint's
// periods begin at another time, so that they do not all write at once.
func evidencePeriod(id uuid.UUID, at time.Time) int64 {
	hash := fnv.New32a()
	_, _ = hash.Write(id[:])
	return (at.Unix() + int64(hash.Sum32())%int64(evidenceEvery.Seconds())) / int64(evidenceEvery.Seconds())
}

func (v *verdict) evidence() evidence {
	f := v.finding
	r, secrets := f.Result, f.sentSecrets()
	// COPY truncates the time of the attempt to microseconds, and the conversion from JSON would round
	// this one.
	e := evidence{
		EndpointID: f.EndpointID, Kind: evidenceSuccess, CheckedAt: f.StartedAt.Truncate(time.Microsecond),
		Outcome: f.Outcome(), Cause: string(v.recordedCause),
		Detail: postgres.Text(f.Detail), Status: r.Status, Protocol: r.Proto,
		FinalURL: postgres.Text(hideIn(r.FinalURL, secrets)), Redirects: hideInHops(r.Hops, secrets),
		DurationMS: millis(f.FinishedAt.Sub(f.StartedAt)), PhasesMS: phasesMS(r.Timings), WireBytes: r.WireBytes,
		Bytes: r.Bytes,
	}
	if v.recordedCause != health.None {
		e.Kind = evidenceFailure
	}
	if r.Remote.IsValid() {
		e.Remote = r.Remote.String()
	}
	e.Headers, e.HeadersOmitted = evidenceHeaders(r.Header, secrets)
	e.BodyStart = cut(hideIn(startText(r.Start, markup.Hints{ContentType: r.ContentType, Charset: f.Charset}), secrets),
		evidenceBytes)
	return e
}

// evidenceHeaders returns the headers of a response within the limits, sorted by name, with secrets
// masked, and how many were left out.
func evidenceHeaders(from http.Header, secrets secrettext.Secrets) (kept []header, omitted int) {
	kept, size := []header{}, 0
	for name, values := range from {
		for _, value := range values {
			if !isShown(name) {
				value = secrettext.Hidden
			}
			kept = append(kept, header{name, hideIn(value, secrets)})
		}
	}
	slices.SortStableFunc(kept, func(a, b header) int { return cmp.Compare(a.Name, b.Name) })
	for i := range kept {
		h := &kept[i]
		h.Name, h.Value = shorten(h.Name), shorten(h.Value)
		if size += len(h.Name) + len(h.Value); i == maxEvidenceHeaders || size > maxEvidenceHeaderBytes {
			return kept[:i], len(kept) - i
		}
	}
	return kept, 0
}

// shorten returns at most maxEvidenceValue bytes of a text as PostgreSQL accepts it.
func shorten(text string) string {
	if len(text) > maxEvidenceValue {
		text = cut(text, maxEvidenceValue) + "…"
	}
	return cleanText(text)
}

// cut returns at most size bytes of a text, without an incomplete character at the end.
func cut(text string, size int) string {
	return string(markup.WithoutCutCharacter([]byte(text[:min(len(text), size)])))
}

// startText returns the beginning of a body as text, decoded if its encoding is known.
func startText(start []byte, hints markup.Hints) string {
	if whole := markup.WithoutCutCharacter(start); utf8.Valid(whole) {
		start = whole
	}
	if decoded, err := markup.Decode(start, hints); err == nil {
		start = decoded.Text
	}
	return cleanText(string(start))
}

// cleanText replaces characters that do not show: control characters other than line breaks and
// tabs, and those that change the direction of the text.
func cleanText(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t', ' ' <= r && r <= '~':
			return r
		case r == '\r':
			return -1
		case r < ' ', markup.IsInvisible(r):
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}
