package picture

import "fmt"

// Code names a kind of refusal for programs. It never changes once released.
type Code string

// The reasons for which a picture is refused.
const (
	CodeTooLarge Code = "too_large" // bytes, or pixels once unpacked
	CodeTooSmall Code = "too_small" // a few pixels, as those that count readers
	CodeBlank    Code = "blank"     // transparent all over
	CodeSVG      Code = "svg"       // which can hold programs
	CodeFormat   Code = "format"    // none of those that are read
	CodeBroken   Code = "broken"    // it begins like a picture, and then it can't be read
)

// Error says why a picture is refused. Detail is written for people and holds nothing of the picture.
type Error struct {
	Code   Code
	Detail string
}

func (e *Error) Error() string { return e.Detail }

func refuse(code Code, format string, args ...any) error {
	return &Error{Code: code, Detail: fmt.Sprintf(format, args...)}
}

func broken(name string) error {
	return refuse(CodeBroken, "The %s is damaged or cut off. Try another copy of the picture.", name)
}
