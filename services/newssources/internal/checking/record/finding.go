package record

import (
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/outlet"
	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// Finding is the result of a check or, if IsPostponed, a new plan without a check.
type Finding struct {
	*queue.Task
	StartedAt, FinishedAt time.Time // by the clock of the database
	Result                *fetch.Result
	Token                 *uuid.UUID   // the API token that reported the check
	Cause                 health.Cause // without the causes that depend on earlier checks
	Detail                string       // of a failure, for people
	// IsOwnFault reports that the failure is not one of the site (own network, network of the reporting
	// program, incident, shutdown), so the health does not change.
	IsOwnFault bool
	// OwnFaultReason says why a reported failure does not count. If it is empty, the reason is that no
	// result of the report has a response.
	OwnFaultReason string
	IsPostponed    bool   // no check was made: the window is closed, or only the schedule was changed
	isSiteRefusal  bool   // the site began to refuse several endpoints; see markRefusals
	IsUnchanged    bool   // 304, or the body of the last check
	NewHash        string // of the body
	Document       *feed.Document
	Bylines        []outlet.Byline // of the items of the document
	Sitemaps       []Sitemap       // of an index; nil if no index was read
	UnreadItems    int             // of sitemaps of an index that have not changed
	hub            *hubLinks       // that the document names; nil if no document was read
	evidentCharset *string         // see markup.EvidentCharset; nil if the document was not examined
	CrawlDelay     time.Duration
	// What the document declares about the use of its content, and the robots.txt about the paths of its items; nil if
	// no document was read.
	copyrightSignals, articleSignals []rights.Signal
	Tier                             int      // of the source; set when the result is recorded
	Secrets                          []string // credentials that were sent, to be hidden in texts of the site
}

// SetDocument sets the document that was read, and what it and its response say about hubs, the encoding
// and the use of the content. It hides secrets in the items.
func (f *Finding) SetDocument(document *feed.Document) {
	f.Document = document
	f.Bylines = outlet.BylinesOf(document)
	f.hub = f.findHub()
	f.HideInItems()
	f.examineCharset()
	f.copyrightSignals = f.documentSignals()
	f.articleSignals = f.Result.RobotsOfArticles(document.Addresses())
	f.dropUnrecordedFields()
}

// dropUnrecordedFields clears the fields of the items that are not recorded. They are most of the
// memory of findings that wait to be recorded.
func (f *Finding) dropUnrecordedFields() {
	for i := range f.Document.Items {
		item := &f.Document.Items[i]
		item.Summary, item.Author, item.Categories = "", "", nil
	}
}

// Outcome returns the outcome for metrics and the list of attempts.
func (f *Finding) Outcome() string {
	switch {
	case f.Cause == health.None && f.IsUnchanged && f.Result.Outcome == fetch.OK:
		return "unchanged"
	case f.Cause == health.HTML, f.Cause == health.Unreadable, f.Cause == health.Parked, f.Cause == health.Credentials:
		return string(f.Cause)
	}
	return string(f.Result.Outcome)
}
