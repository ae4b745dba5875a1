package api

// sourceWithAuthors is the type Source of the contract.
type sourceWithAuthors struct {
	MirroredSource
	CreatedBy Person `json:"created_by"`
	UpdatedBy Person `json:"updated_by"`
}
