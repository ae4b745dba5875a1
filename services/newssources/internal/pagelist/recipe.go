package pagelist

import (
	"fmt"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/feed"
)

// Recipe says where the items of a page are, as CSS selectors. All but List are looked for inside an item, where the
// first element that fits counts; a selector may end in "@attribute", as in "time@datetime".
type Recipe struct {
	List    string `json:"list"`              // the elements that are items; those inside an item are no items
	Link    string `json:"link,omitempty"`    // the first link when empty
	Title   string `json:"title,omitempty"`   // the link's text when empty
	Date    string `json:"date,omitempty"`    // the first <time> when empty
	Summary string `json:"summary,omitempty"` // none when empty
	Author  string `json:"author,omitempty"`  // none when empty
}

// Limits of a recipe. People write ten words; a selector beyond these is a slip or an attack.
const (
	maxSelector     = 300 // bytes
	maxSteps        = 8   // of a selector, between blanks and ">"
	maxAlternatives = 8   // of a selector, between commas
	maxNth          = 100 // of ":nth-child()": finding it takes that long
)

// Validate says in words what is wrong with a recipe. The error is an *Error that names the field.
func (r *Recipe) Validate() error {
	_, err := r.compile()
	return err
}

// Tidied is the recipe without the blanks around its selectors.
func (r *Recipe) Tidied() Recipe {
	return Recipe{
		List: strings.TrimSpace(r.List), Link: strings.TrimSpace(r.Link), Title: strings.TrimSpace(r.Title),
		Date: strings.TrimSpace(r.Date), Summary: strings.TrimSpace(r.Summary), Author: strings.TrimSpace(r.Author),
	}
}

// CodeRecipe says that a recipe isn't valid.
const CodeRecipe feed.Code = "recipe"

// compiledRecipe is a recipe that can be used.
type compiledRecipe struct {
	list, link, title, date, summary, author target
}

// target is where a value is.
type target struct {
	selector  selector
	attribute string
}

func (t target) isSet() bool { return len(t.selector) > 0 || t.attribute != "" }

func (r *Recipe) compile() (*compiledRecipe, error) {
	c := &compiledRecipe{}
	for _, field := range []struct {
		name, text string
		to         *target
	}{
		{"list", r.List, &c.list}, {"link", r.Link, &c.link}, {"title", r.Title, &c.title},
		{"date", r.Date, &c.date}, {"summary", r.Summary, &c.summary}, {"author", r.Author, &c.author},
	} {
		found, err := compileTarget(field.text)
		if err != nil {
			return nil, refuseField(field.name, fmt.Sprintf("The selector for %q can't be used: %s.", field.name, err))
		}
		*field.to = found
	}
	switch {
	case len(c.list.selector) == 0:
		return nil, refuseField("list", `The recipe needs a selector for "list": the elements that are items.`)
	case c.list.attribute != "":
		return nil, refuseField("list", `The selector for "list" can't end in an attribute: the items are elements.`)
	}
	return c, nil
}

func refuseField(name, detail string) error {
	return &feed.Error{Code: CodeRecipe, Detail: detail, Field: name}
}

func compileTarget(text string) (target, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return target{}, nil
	}
	if len(text) > maxSelector {
		return target{}, fmt.Errorf("it is longer than %d characters", maxSelector)
	}
	var t target
	if i := strings.LastIndexByte(text, '@'); i >= 0 && !strings.ContainsAny(text[i:], `])"'`) {
		t.attribute = strings.ToLower(strings.TrimSpace(text[i+1:]))
		text = strings.TrimSpace(text[:i])
		if t.attribute == "" || strings.Trim(t.attribute, "abcdefghijklmnopqrstuvwxyz0123456789-_:") != "" {
			return target{}, fmt.Errorf("what follows the “@” is no attribute's name")
		}
		if text == "" { // the item's own
			return t, nil
		}
	}
	var err error
	t.selector, err = compileSelector(text)
	return t, err
}
