package record

import (
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// examinedHashes has the last digits of the hashes of the documents whose encoding is examined: a
// quarter of the documents, because the examination of a document that is not in UTF-8 takes
// milliseconds.
const examinedHashes = "048c"

// examineCharset sets the encoding that the bytes of the document show, for a quarter of the
// documents.
func (f *Finding) examineCharset() {
	if !strings.Contains(examinedHashes, f.NewHash[len(f.NewHash)-1:]) {
		return
	}
	name := markup.EvidentCharset(f.Result.Body, markup.Hints{ContentType: f.Result.ContentType, Charset: f.Charset})
	f.evidentCharset = &name
}

// observed returns what a successful check adds to the observations.
func (v *verdict) observed(s *stored, last schedule.Check) schedule.Result {
	f := v.finding
	c := schedule.Result{
		At: f.FinishedAt, Revision: s.Revision, Requested: f.Requested || s.wasAnnounced(), AfterFail: s.FailedChecks > 0,
		IsFirst: last.IsFirst, Items: last.Items, Known: last.Known,
	}
	if f.Document != nil {
		c.Document = &schedule.Document{
			EvidentCharset: f.evidentCharset, LocalDates: f.Document.Count(feed.LocalDates), Newest: newestDate(v.items),
		}
	}
	return c
}

// newestDate returns the latest date of publication, or nil.
func newestDate(items []feed.Item) (newest *time.Time) {
	for i := range items {
		if at := items[i].Published; at != nil && (newest == nil || at.After(*newest)) {
			newest = at
		}
	}
	return newest
}
