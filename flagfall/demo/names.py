"""Names for the rehearsal's entry list: common surnames with an initial, as an entry list has them."""

SURNAMES = (
    ("Иванов А.", "Ivanov A."),
    ("Орлова С.", "Orlova S."),
    ("Соколов И.", "Sokolov I."),
    ("Кузнецова Е.", "Kuznetsova E."),
    ("Журавлёва М.", "Zhuravleva M."),
    ("Морозова О.", "Morozova O."),
    ("Лебедев К.", "Lebedev K."),
    ("Новиков С.", "Novikov S."),
    ("Петров Д.", "Petrov D."),
    ("Гусев Р.", "Gusev R."),
    ("Фёдоров Г.", "Fedorov G."),
    ("Белов П.", "Belov P."),
    ("Тарасов В.", "Tarasov V."),
    ("Волкова Т.", "Volkova T."),
    ("Егорова Н.", "Egorova N."),
    ("Комаров Л.", "Komarov L."),
    ("Зайцев Ю.", "Zaitsev Y."),
    ("Павлова А.", "Pavlova A."),
    ("Борисов Ф.", "Borisov F."),
    ("Киселёв М.", "Kiselev M."),
    ("Денисова В.", "Denisova V."),
    ("Рыбаков Е.", "Rybakov E."),
    ("Тимофеев Н.", "Timofeev N."),
    ("Шарова И.", "Sharova I."),
    ("Мельник О.", "Melnik O."),
    ("Абрамов Т.", "Abramov T."),
    ("Лаптев З.", "Laptev Z."),
    ("Уварова К.", "Uvarova K."),
)


def person(number: int) -> tuple[str, str]:
    """The name of player ``number`` (from 1) in both scripts; beyond the list the number makes it unique."""
    name, name_en = SURNAMES[(number - 1) % len(SURNAMES)]
    again = (number - 1) // len(SURNAMES)
    return (f"{name} {again + 1}", f"{name_en} {again + 1}") if again else (name, name_en)
