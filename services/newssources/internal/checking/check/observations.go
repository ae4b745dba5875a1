package check

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
func (f *finding) examineCharset() {
	if !strings.Contains(examinedHashes, f.bodyHash[len(f.bodyHash)-1:]) {
		return
	}
	name := markup.EvidentCharset(f.result.Body, markup.Hints{ContentType: f.result.ContentType, Charset: f.Charset})
	f.evidentCharset = &name
}

// observed returns what a successful check adds to the observations.
func (v *verdict) observed(s *stored, last schedule.Check) schedule.Result {
	f := v.finding
	c := schedule.Result{
		At: f.finishedAt, Revision: s.Revision, Requested: f.Requested || s.wasAnnounced(), AfterFail: s.FailedChecks > 0,
		IsFirst: last.IsFirst, Items: last.Items, Known: last.Known,
	}
	if f.document != nil {
		c.Document = &schedule.Document{
			EvidentCharset: f.evidentCharset, LocalDates: f.document.Count(feed.LocalDates), Newest: newestDate(v.items),
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
