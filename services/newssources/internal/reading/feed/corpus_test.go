package feed_test

import (
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed/feedtest"
)

func TestCorpus(t *testing.T) {
	feedtest.CheckCorpus(t, func(file feedtest.File) (*feed.Document,
		error) {
		return feed.Parse(file.Data, file.Options)
	})
}
